package import AppexSystem
import Glibc
import SystemPackage

/// A zip archive that is being read, in the process that calls it.
package final class ArchiveReader {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let source: ArchiveSource

    /// - Parameter file: stays open for as long as the reader is there.
    /// - Throws: ``ArchiveError`` when libarchive is not installed or the file is not an archive; the kernel's error when
    ///   it is not a file.
    package init(_ file: borrowing Descriptor) throws {
        source = ArchiveSource(file.rawValue, size: try file.receivedFileSize())
        library = try ArchiveLibrary.shared.get()
        guard let archive = library.newReader() else { throw Errno.noMemory }
        self.archive = archive
        // No other format and no compression around it: what is not read cannot be attacked.
        try library.check(library.supportZip(archive), archive)
        try library.check(library.setRead(archive) { ArchiveSource.of($1)?.read($2) ?? -1 }, archive)
        try library.check(library.setSeek(archive) { ArchiveSource.of($1)?.seek($2, $3) ?? -1 }, archive)
        try library.check(library.setSource(archive, Unmanaged.passUnretained(source).toOpaque()), archive)
        try library.check(library.openReader(archive), archive)
    }

    deinit { _ = library.freeReader(archive) }

    /// Goes to the next file or folder.
    ///
    /// - Returns: nil at the end.
    /// - Throws: ``ArchiveError``, also for what is neither a file nor a folder.
    package func next() throws(ArchiveError) -> ArchiveEntry? {
        var entry: OpaquePointer?
        let status = library.nextHeader(archive, &entry)
        if status == ArchiveLibrary.end { return nil }
        guard status >= ArchiveLibrary.warning else { throw library.failure(archive) }
        guard let entry, let path = library.path(entry) else { throw ArchiveError(description: "a file has no name") }
        let kind = mode_t(library.kind(entry))
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw ArchiveError(description: "it holds something else than files and folders")
        }
        return ArchiveEntry(
            path: String(cString: path), isFolder: kind == S_IFDIR,
            isExecutable: library.permissions(entry) & UInt32(S_IXUSR) != 0)
    }

    /// Reads the next bytes of the last entry.
    ///
    /// - Returns: how many there were; 0 at the end.
    /// - Throws: ``ArchiveError`` when the archive is damaged.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = library.readData(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw library.failure(archive) }
        return count
    }
}

/// The bytes of an archive, read at a place of our own and up to the size at the beginning: the position of the
/// descriptor belongs to whoever sent the file too, who could lead us around in circles.
private final class ArchiveSource {
    private let file: CInt
    private let size: Int
    private var position = 0
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(_ file: CInt, size: Int) {
        self.file = file
        self.size = size
    }

    deinit { block.deallocate() }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> ArchiveSource? {
        pointer.map { Unmanaged<ArchiveSource>.fromOpaque($0).takeUnretainedValue() }
    }

    /// - Returns: how many bytes are there; 0 at the end, less when they cannot be read.
    func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
        let wanted = min(block.count, size - position)
        guard wanted > 0 else { return 0 }
        let got = retrying { pread(file, block.baseAddress, wanted, position) }
        if got > 0 { position += got }
        start?.pointee = UnsafeRawPointer(block.baseAddress)
        return got
    }

    /// As lseek(2) does, within the file.
    func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
        let base = origin == SEEK_CUR ? position : origin == SEEK_END ? size : 0
        let (place, isTooFar) = base.addingReportingOverflow(Int(offset))
        guard !isTooFar, (0...size).contains(place) else { return -1 }
        position = place
        return Int64(place)
    }
}
