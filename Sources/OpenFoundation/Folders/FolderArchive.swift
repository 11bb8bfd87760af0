import AppexDecoding
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// A zip archive of one folder, which is how a folder is sent to another process, loaded as data, or uploaded.
package enum FolderArchive {
    /// What of a folder is in its archive.
    enum Extent {
        /// Files and folders whose names are UTF-8, for another process. A symbolic link could point outside, and other entries
        /// have no content. They are left out.
        case sent
        /// Everything, for the owner of the folder: a symbolic link as one. What an archive cannot hold is an error.
        case whole
    }

    /// Writes the archive of a folder, without compression.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError`` if something in the folder cannot be read, libarchive is not
    ///   installed, or the extent is ``Extent/whole`` and an entry is neither a file, a folder nor a link or has a name that is
    ///   not UTF-8.
    static func make(of folder: URL, _ extent: Extent = .sent) throws -> TemporaryFile {
        let name = folder.lastPathComponent
        // Whoever uploads a link to a folder means the folder.
        let folder = extent == .whole ? folder.resolvingSymlinksInPath() : folder
        return try TemporaryFile.make(named: name + ".zip", "public.zip-archive") { target in
            do {
                try ArchiveLibrary.withUnicodeNames {
                    let writer = try ArchiveWriter(target)
                    try writer.add(folder, as: name)
                    for path in try contents(of: folder, extent) {
                        try writer.add(
                            folder.appendingPathComponent(path), as: name + "/" + path, mayBeLink: extent == .whole)
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
    private static func contents(of folder: URL, _ extent: Extent) throws -> [String] {
        var result: [String] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            let path = folder.appendingPathComponent(place).path
            // Foundation leaves out names that are not UTF-8.
            let names = try Folder(at: FilePath(path)).names(limit: .max)
            for name in names.sorted(by: { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }) {
                guard let name = name.withPlatformString({ String(validatingCString: $0) }) else {
                    guard extent == .sent else { throw unpackable(name.string, "has a name that is not UTF-8") }
                    continue
                }
                let inner = place.isEmpty ? name : place + "/" + name
                var status = stat()
                guard lstat(path + "/" + name, &status) == 0 else {
                    guard extent == .sent || Errno.current == .noSuchFileOrDirectory else { throw Errno.current }
                    continue
                }
                let kind = status.st_mode & S_IFMT
                if kind == S_IFDIR { waiting.append(inner) }
                switch kind {
                case S_IFDIR, S_IFREG: result.append(inner)
                case S_IFLNK where extent == .whole: result.append(inner)
                default:
                    guard extent == .sent else { throw unpackable(inner, "is neither a file, a folder nor a link") }
                }
            }
        }
        return result
    }

    private static func unpackable(_ name: String, _ flaw: String) -> ArchiveError {
        ArchiveError(description: "\(name) \(flaw); remove it, or move it out of the folder")
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
    ///
    /// - Parameter mayBeLink: whether a symbolic link is added as one; it is an error otherwise.
    func add(_ url: URL, as name: String, mayBeLink: Bool = false) throws {
        guard let entry = library.newEntry() else { throw Errno.noMemory }
        defer { library.freeEntry(entry) }
        if mayBeLink {
            var found = stat()
            guard lstat(url.path, &found) == 0 else { throw Errno.current }
            if found.st_mode & S_IFMT == S_IFLNK { return try addLink(url, as: name, found, entry) }
        }
        let file = try Descriptor(opening: FilePath(url.path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        let kind = status.st_mode & S_IFMT
        library.setPath(entry, kind == S_IFDIR ? name + "/" : name)
        library.setKind(entry, UInt32(kind))
        library.setPermissions(entry, UInt32(status.st_mode & 0o777))
        library.setModification(entry, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        library.setSize(entry, kind == S_IFREG ? Int64(status.st_size) : 0)
        try check(library.writeHeader(archive, entry))
        if kind == S_IFREG { try copy(file) }
    }

    private func addLink(_ url: URL, as name: String, _ status: stat, _ entry: OpaquePointer) throws {
        library.setPath(entry, name)
        library.setKind(entry, UInt32(S_IFLNK))
        library.setPermissions(entry, 0o777)
        library.setModification(entry, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        library.setSize(entry, 0)
        library.setLink(entry, try FileManager.default.destinationOfSymbolicLink(atPath: url.path))
        try check(library.writeHeader(archive, entry))
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
