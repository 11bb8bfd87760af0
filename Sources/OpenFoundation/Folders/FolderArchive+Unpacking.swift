package import AppexSystem
import Foundation
import Glibc
import SystemPackage

extension FolderArchive {
    /// How many files and folders are made of an archive from another process, and how deep they lie.
    private static let entryLimit = 100_000
    private static let depthLimit = 64

    /// Makes a folder of what ``make(of:)`` has written in another process.
    ///
    /// Nothing is written outside the folder, and nothing but files and folders is made.
    ///
    /// - Parameter folder: does not exist yet.
    /// - Parameter entryLimit: how many files and folders are made.
    /// - Throws: when the archive is none, or holds what it should not: more bytes than it has itself, too.
    static func unpack(
        _ archive: borrowing Descriptor, to folder: URL, entryLimit: Int = Self.entryLimit
    ) throws {
        try ArchiveLibrary.withUnicodeNames {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            // What we have written ourselves is not compressed.
            let size = Int64(try archive.status().st_size)
            try unpackEntries(archive, to: folder, limit: size, entryLimit) { try place(of: $0) }
        }
    }

    /// Unpacks an archive that holds one folder, from whoever has made it.
    ///
    /// Nothing is written outside that folder, and nothing but files and folders is made.
    ///
    /// - Parameter parent: where the folder is put; there is none of its name.
    /// - Parameter limit: how many bytes its files may have together.
    /// - Returns: the folder.
    /// - Throws: when the archive is none, holds something beside the folder, or more than it may.
    package static func unpack(
        _ archive: borrowing Descriptor, into parent: URL, limit: Int64
    ) throws -> URL {
        var top: String?
        try ArchiveLibrary.withUnicodeNames {
            try unpackEntries(archive, to: parent, limit: limit, entryLimit) { path in
                _ = try place(of: path)
                let first = path.split(separator: "/").first.map(String.init)
                guard let first, path != first, top ?? first == first else {
                    throw ArchiveError(description: "it holds something beside one folder")
                }
                top = first
                return path
            }
        }
        guard let top else { throw ArchiveError(description: "it is empty") }
        return parent.appendingPathComponent(top)
    }

    /// - Parameter limit: how many bytes all files may have together.
    /// - Parameter entryLimit: how many files and folders are made.
    /// - Parameter place: where in `folder` an entry belongs; nil to leave it out.
    private static func unpackEntries(
        _ archive: borrowing Descriptor, to folder: URL, limit: Int64, _ entryLimit: Int,
        place: (String) throws -> String?
    ) throws {
        let reader = try ArchiveReader(archive)
        var bytes = limit
        var entries = 0
        // What has been made, by hash: names can be long, and each stands for the folders that it names too.
        var made: Set<Int> = []
        while let entry = try reader.next() {
            entries += 1
            guard entries <= entryLimit else {
                throw ArchiveError(description: "it holds more than \(entryLimit) files")
            }
            guard let path = try place(entry.path) else { continue }
            var components = path.split(separator: "/")[...]
            while !components.isEmpty, made.insert(components.hashValue).inserted { components.removeLast() }
            guard made.count <= entryLimit else {
                throw ArchiveError(description: "it makes more than \(entryLimit) files and folders")
            }
            let url = folder.appendingPathComponent(path)
            if entry.isFolder {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } else {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try reader.write(to: url, executable: entry.isExecutable, &bytes)
            }
        }
    }

    /// Where an entry belongs in the folder.
    ///
    /// - Returns: nil for the folder itself.
    private static func place(of path: String) throws -> String? {
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard !path.hasPrefix("/"), components.count <= depthLimit, !components.contains(".."),
            !components.contains("."),
            components.allSatisfy({ $0.utf8.count <= 255 })
        else { throw ArchiveError(description: "it holds a file with the name \(path.debugDescription)") }
        return components.count < 2 ? nil : components.dropFirst().joined(separator: "/")
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

/// An archive that is being read.
private final class ArchiveReader {
    struct Entry {
        let path: String
        let isFolder: Bool
        let isExecutable: Bool
    }

    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let source: ArchiveSource
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    /// - Parameter file: stays open for as long as the reader is there.
    init(_ file: borrowing Descriptor) throws {
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

    /// - Returns: nil at the end.
    func next() throws -> Entry? {
        var entry: OpaquePointer?
        let status = library.nextHeader(archive, &entry)
        if status == ArchiveLibrary.end { return nil }
        try library.check(status, archive)
        guard let entry, let path = library.path(entry) else { throw ArchiveError(description: "a file has no name") }
        let kind = mode_t(library.kind(entry))
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw ArchiveError(description: "it holds something else than files and folders")
        }
        return Entry(
            path: String(cString: path), isFolder: kind == S_IFDIR,
            isExecutable: library.permissions(entry) & UInt32(S_IXUSR) != 0)
    }

    /// Writes the content of the last entry.
    func write(to url: URL, executable: Bool, _ bytesLeft: inout Int64) throws {
        let file = try Descriptor(
            opening: FilePath(url.path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: executable ? 0o700 : 0o600)
        while true {
            let count = buffer.withUnsafeMutableBytes { library.readData(archive, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw library.failure(archive) }
            if count == 0 { return }
            bytesLeft -= Int64(count)
            guard bytesLeft >= 0 else { throw ArchiveError(description: "its files have more bytes than they may") }
            try buffer.withUnsafeBytes { bytes in
                var written = 0
                while written < count {
                    let step = retrying {
                        Glibc.write(file.rawValue, bytes.baseAddress?.advanced(by: written), count - written)
                    }
                    guard step > 0 else { throw Errno.current }
                    written += step
                }
            }
        }
    }
}
