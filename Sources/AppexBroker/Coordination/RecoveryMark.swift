import Glibc
import SystemPackage

/// An entry of the device's folder which says that programs accessed files when the last broker ended in an orderly way.
///
/// Anything that has the name is a mark. It is never opened, because an open pipe or file system could block the broker.
struct RecoveryMark: Sendable {
    private let path: FilePath

    /// - Parameter path: where the mark is.
    init(_ path: FilePath) { self.path = path }

    /// Leaves the mark. Another entry with its name is replaced, unless it is a folder, which is a mark itself.
    func leave() {
        path.withPlatformString { name in
            unlink(name)
            let file = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            if file >= 0 { close(file) }
        }
    }

    /// Removes the mark. A folder that is not empty stays.
    ///
    /// - Returns: whether there was one.
    func take() -> Bool {
        path.withPlatformString { name in
            var status = stat()
            guard lstat(name, &status) == 0 else { return false }
            if unlink(name) != 0 { rmdir(name) }
            return true
        }
    }
}
