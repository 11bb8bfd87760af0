import AppexModel
import AppexSystem
import Foundation
import Glibc
import Synchronization
import SystemPackage

/// The folder of this process's temporary files, which exists for as long as there are any.
///
/// The process holds a lock on the folder. If the process ends abnormally, the folder is left without a lock, and the next
/// process of this user that creates a temporary file removes it.
package final class TemporaryFolder: Sendable {
    private struct State {
        var users = 0
        var folder: (path: URL, lock: DescriptorBag)?
        var hasSwept = false
    }

    /// The folder of this process.
    package static let shared = TemporaryFolder()
    private let state = Mutex(State())
    private static let prefix = "items-"

    /// Adds a user of the folder, and creates it for the first one.
    ///
    /// - Throws: the file system's error.
    package func enter() throws -> URL {
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

    /// Removes a user of the folder, and deletes it after the last one.
    package func leave() {
        state.withLock { state in
            state.users -= 1
            guard state.users == 0, let folder = state.folder else { return }
            state.folder = nil
            try? FileManager.default.removeItem(at: folder.path)
        }
    }

    private static func make(in parent: URL) throws -> (path: URL, lock: DescriptorBag) {
        // Between creating and locking the folder, another process may consider it abandoned and remove it.
        for _ in 0..<8 {
            let path = parent.appendingPathComponent(prefix + UUID().uuidString, isDirectory: true)
            try FileManager.default.createDirectory(
                at: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let lock: Descriptor
            do {
                lock = try Descriptor(opening: FilePath(path.path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            } catch .noSuchFileOrDirectory {
                continue
            } catch {
                rmdir(path.path)
                throw error
            }
            if flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0, try lock.status().st_nlink > 0 {
                return (path, DescriptorBag(lock))
            }
        }
        throw Errno.resourceBusy
    }

    /// Removes the folders that ended processes have left. A folder that cannot be removed is left to the next process.
    private static func sweep(_ parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names
        where name.begins(with: prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
            let path = parent.appendingPathComponent(name, isDirectory: true)
            guard let lock = try? Descriptor(opening: FilePath(path.path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                (try? lock.status().st_uid) == geteuid(), flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(at: path)
        }
    }
}
