import AppexManifest
import AppexSystem
import Glibc

/// The locks of a process on files in shared folders, which keep others waiting while it is suspended.
///
/// Those of `flock`, and those of `fcntl` that SQLite takes. A shared lock on a database with a write-ahead log is left out:
/// every connection holds one for as long as the file is open, and it blocks no other connection.
enum HeldLocks {
    /// Descriptors of a process that are looked at.
    private static let limit = 4096

    /// The paths of locked files. The kernel tells them, so no file system is asked.
    ///
    /// - Parameter folders: where the files are.
    static func files(of pid: Int32, in folders: [ItemPath]) -> [String] {
        guard pid > 0, !folders.isEmpty, let folder = opendir("/proc/\(pid)/fd") else { return [] }
        defer { closedir(folder) }
        // By their bytes: the extension has chosen the names.
        var open: Set<[UInt8]> = []
        var locked: [[UInt8]: Bool] = [:]
        for _ in 0..<limit {
            guard let entry = readdir(folder) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let path = path(of: name, in: dirfd(folder)),
                let item = ItemPath(String(decoding: path, as: UTF8.self)),
                folders.contains(where: { $0.contains(item) })
            else { continue }
            open.insert(path)
            for lock in locks(SystemFile.text("/proc/\(pid)/fdinfo/\(name)")) {
                locked[path] = locked[path] == true || lock == .exclusive
            }
        }
        return locked.filter {
            $0.value || !open.contains($0.key + "-wal".utf8) && !$0.key.suffix(4).elementsEqual("-shm".utf8)
        }
        .keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// How a lock shares the file.
    enum Kind: Equatable {
        case shared, exclusive
    }

    /// The locks that the text of a file below `/proc/<pid>/fdinfo` lists.
    static func locks(_ text: String) -> [Kind] {
        text.parts(at: "\n").filter { $0.begins(with: "lock:") }.compactMap { line in
            // lock:<tab>1: FLOCK  ADVISORY  WRITE 22670 fe:00:16236958 0 EOF
            switch line.parts(at: " ").dropFirst(3).first {
            case "WRITE": .exclusive
            case "READ": .shared
            default: nil
            }
        }
    }

    private static func path(of name: String, in folder: CInt) -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return bytes.prefix(count).map(UInt8.init(bitPattern:))
    }
}
