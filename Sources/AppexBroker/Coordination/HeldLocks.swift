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
        var open: Set<String> = []
        var locked: [String: Bool] = [:]
        for _ in 0..<limit {
            guard let entry = readdir(folder) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let path = path(of: name, in: dirfd(folder)),
                let item = ItemPath(path), folders.contains(where: { $0.contains(item) })
            else { continue }
            open.insert(path)
            for lock in locks(SystemFile.text("/proc/\(pid)/fdinfo/\(name)")) {
                locked[path] = locked[path] == true || lock == .exclusive
            }
        }
        return locked.filter { $0.value || !open.contains($0.key + "-wal") && !$0.key.hasSuffix("-shm") }.keys.sorted()
    }

    /// How a lock shares the file.
    enum Kind: Equatable {
        case shared, exclusive
    }

    /// The locks that the text of a file below `/proc/<pid>/fdinfo` lists.
    static func locks(_ text: String) -> [Kind] {
        text.split(separator: "\n").filter { $0.hasPrefix("lock:") }.compactMap { line in
            // lock:  1: FLOCK  ADVISORY  WRITE 22670 fe:00:16236958 0 EOF
            switch line.split(whereSeparator: \.isWhitespace).dropFirst(4).first {
            case "WRITE": .exclusive
            case "READ": .shared
            default: nil
            }
        }
    }

    private static func path(of name: String, in folder: CInt) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
