package import AppexSystem
import Glibc
import SystemPackage

/// Reads a zip archive in the calling process.
package final class ArchiveReader {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let source: ArchiveSource

    /// Opens an archive.
    ///
    /// - Parameter file: the file, which must stay open during the lifetime of the reader.
    /// - Throws: ``ArchiveError`` if libarchive is not installed or the file is not an archive; `Errno` if it is not a
    ///   regular file.
    package init(_ file: borrowing Descriptor) throws {
        source = ArchiveSource(file.rawValue, size: try file.receivedFileSize())
        library = try ArchiveLibrary.shared.get()
        guard let archive = library.newReader() else { throw Errno.noMemory }
        self.archive = archive
        // Only one format and no compression around it, to reduce the attack surface.
        try library.check(library.supportZip(archive), archive)
        try library.check(library.setRead(archive) { ArchiveSource.of($1)?.read($2) ?? -1 }, archive)
        try library.check(library.setSeek(archive) { ArchiveSource.of($1)?.seek($2, $3) ?? -1 }, archive)
        try library.check(library.setSource(archive, Unmanaged.passUnretained(source).toOpaque()), archive)
        try library.check(library.openReader(archive), archive)
    }

    deinit { _ = library.freeReader(archive) }

    /// Moves to the next file or folder.
    ///
    /// - Returns: nil at the end.
    /// - Throws: ``ArchiveError`` if the archive is damaged, or the entry is neither a file nor a folder.
    package func next() throws(ArchiveError) -> ArchiveEntry? {
        var entry: OpaquePointer?
        let status = library.nextHeader(archive, &entry)
        if status == ArchiveLibrary.end { return nil }
        guard status >= ArchiveLibrary.warning else { throw library.failure(archive) }
        guard let entry, let path = library.path(entry) else { throw ArchiveError(description: "a file has no name") }
        guard let path = String(validatingCString: path) else {
            throw ArchiveError(description: "the name of a file is not UTF-8")
        }
        let kind = mode_t(library.kind(entry))
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw ArchiveError(description: "it contains something other than files and folders")
        }
        return ArchiveEntry(
            path: path, isFolder: kind == S_IFDIR,
            isExecutable: library.permissions(entry) & UInt32(S_IXUSR) != 0)
    }

    /// Reads the next bytes of the current entry.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    /// - Throws: ``ArchiveError`` if the archive is damaged.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = library.readData(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw library.failure(archive) }
        return count
    }
}

/// The bytes of an archive, up to its initial size. It has its own position, because the process that sent the file shares
/// that of the descriptor, and could change it so that reading never ends.
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

    /// - Returns: the number of bytes; 0 at the end, negative for an error.
    func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
        let wanted = min(block.count, size - position)
        guard wanted > 0 else { return 0 }
        let got = retrying { pread(file, block.baseAddress, wanted, position) }
        if got > 0 { position += got }
        start?.pointee = UnsafeRawPointer(block.baseAddress)
        return got
    }

    /// Moves the position as lseek(2) does, within the file.
    func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
        let base = origin == SEEK_CUR ? position : origin == SEEK_END ? size : 0
        let (place, isTooFar) = base.addingReportingOverflow(Int(offset))
        guard !isTooFar, (0...size).contains(place) else { return -1 }
        position = place
        return Int64(place)
    }
}
