import AppexDecoding
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// A zip archive of one folder, which is how a folder is sent to another process or loaded as data.
///
/// It contains only files and folders. A symbolic link could point outside, and other entries have no content.
package enum FolderArchive {
    /// Writes the archive of a folder, without compression.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError`` if something in the folder cannot be read or
    ///   libarchive is not installed.
    static func make(of folder: URL) throws -> TemporaryFile {
        let name = folder.lastPathComponent
        return try TemporaryFile.make(named: name + ".zip", "public.zip-archive") { target in
            do {
                try ArchiveLibrary.withUnicodeNames {
                    let writer = try ArchiveWriter(target)
                    try writer.add(folder, as: name)
                    for path in try contents(of: folder) {
                        try writer.add(folder.appendingPathComponent(path), as: name + "/" + path)
                    }
                    try writer.close()
                }
            } catch {
                throw NSItemProvider.error(
                    .itemUnavailableError, "The folder \(folder.path) cannot be packed: \(error).", underlying: error)
            }
        }
    }

    /// The relative path of every file and folder below a folder. A folder precedes its contents.
    private static func contents(of folder: URL) throws -> [String] {
        var result: [String] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            let path = folder.appendingPathComponent(place).path
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
                let inner = place.isEmpty ? name : place + "/" + name
                var status = stat()
                guard lstat(path + "/" + name, &status) == 0 else { continue }
                let kind = status.st_mode & S_IFMT
                if kind == S_IFDIR { waiting.append(inner) }
                if kind == S_IFDIR || kind == S_IFREG { result.append(inner) }
            }
        }
        return result
    }
}

/// Writes a zip archive.
private final class ArchiveWriter {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    init(_ target: URL) throws {
        library = try ArchiveLibrary.shared.get()
        guard let archive = library.new() else { throw Errno.noMemory }
        self.archive = archive
        try check(library.setZip(archive))
        // The archive stays on this machine. Without compression, its own size bounds the size of its contents.
        try check(library.storeOnly(archive))
        try check(library.open(archive, target.path))
    }

    deinit { _ = library.free(archive) }

    func close() throws {
        try check(library.close(archive))
    }

    /// Adds a file, or an entry for a folder.
    func add(_ url: URL, as name: String) throws {
        let file = try Descriptor(opening: FilePath(url.path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        let kind = status.st_mode & S_IFMT
        guard let entry = library.newEntry() else { throw Errno.noMemory }
        defer { library.freeEntry(entry) }
        library.setPath(entry, kind == S_IFDIR ? name + "/" : name)
        library.setKind(entry, UInt32(kind))
        library.setPermissions(entry, UInt32(status.st_mode & 0o777))
        library.setModification(entry, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        library.setSize(entry, kind == S_IFREG ? Int64(status.st_size) : 0)
        try check(library.writeHeader(archive, entry))
        if kind == S_IFREG { try copy(file) }
    }

    private func copy(_ file: borrowing Descriptor) throws {
        while true {
            let count = buffer.withUnsafeMutableBytes { bytes in
                retrying { read(file.rawValue, bytes.baseAddress, bytes.count) }
            }
            if count < 0 { throw Errno.current }
            if count == 0 { return }
            let written = buffer.withUnsafeBytes { library.writeData(archive, $0.baseAddress, count) }
            guard written >= 0 else { throw library.failure(archive) }
        }
    }

    private func check(_ status: CInt) throws { try library.check(status, archive) }
}
