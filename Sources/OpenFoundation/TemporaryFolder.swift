import AppexSystem
import Foundation
import Glibc
import Synchronization
import SystemPackage

/// The folder in which this process has its temporary files, for as long as it has any.
///
/// It is locked meanwhile. A process that ends without order leaves it behind, without a lock, and the next process of
/// this user that makes a temporary file removes it.
final class TemporaryFolder: Sendable {
    private struct State {
        var users = 0
        var folder: (path: URL, lock: DescriptorBag)?
        var hasSwept = false
    }

    static let shared = TemporaryFolder()
    private let state = Mutex(State())
    private static let prefix = "items-"

    /// The folder, for one more user of it.
    ///
    /// - Throws: the file system's error.
    func enter() throws -> URL {
        try state.withLock { state in
            let parent = FileManager.default.temporaryDirectory
            if !state.hasSwept { Self.sweep(parent) }
            state.hasSwept = true
            let folder = try state.folder ?? Self.make(in: parent)
            state.folder = folder
            state.users += 1
            return folder.path
        }
    }

    /// One user less. With the last one the folder goes.
    func leave() {
        state.withLock { state in
            state.users -= 1
            guard state.users == 0, let folder = state.folder else { return }
            state.folder = nil
            try? FileManager.default.removeItem(at: folder.path)
        }
    }

    private static func make(in parent: URL) throws -> (path: URL, lock: DescriptorBag) {
        // Between making and locking it, another process may take it for one that was left behind.
        for _ in 0..<8 {
            let path = parent.appendingPathComponent(prefix + UUID().uuidString, isDirectory: true)
            try FileManager.default.createDirectory(
                at: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let lock = try Descriptor(opening: FilePath(path.path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            if flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0, try lock.status().st_nlink > 0 {
                return (path, DescriptorBag(lock))
            }
        }
        throw Errno.resourceBusy
    }

    /// Removes what processes have left behind. What cannot be removed stays, for whoever comes next.
    private static func sweep(_ parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
        {
            let path = parent.appendingPathComponent(name, isDirectory: true)
            guard let lock = try? Descriptor(opening: FilePath(path.path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                (try? lock.status().st_uid) == geteuid(), flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(at: path)
        }
    }
}
