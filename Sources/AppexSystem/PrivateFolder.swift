import Glibc
package import SystemPackage

/// Folders that only this user may enter.
package enum PrivateFolder {
    /// Makes a folder and its missing parents with mode 0700.
    ///
    /// - Throws: `.permissionDenied` when the folder exists but belongs to somebody else, is open to
    ///   others or is a symbolic link; the kernel's error otherwise.
    package static func make(_ path: FilePath) throws(Errno) {
        var missing: [FilePath] = []
        var next = path
        while next.withPlatformString({ access($0, F_OK) }) != 0, !next.components.isEmpty {
            missing.append(next)
            next.removeLastComponent()
        }
        for folder in missing.reversed() {
            let made = folder.withPlatformString { mkdir($0, 0o700) }
            guard made == 0 || Errno.current == .fileExists else { throw Errno.current }
        }
        try checkParents(of: path)
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { throw Errno.current }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .permissionDenied
        }
    }

    /// Whoever may write into a folder above could exchange the ones below: they must belong to this
    /// user or to root, and others may write only where they cannot rename what is not theirs.
    private static func checkParents(of path: FilePath) throws(Errno) {
        var folder = path.removingLastComponent()
        while !folder.components.isEmpty {
            var status = stat()
            guard folder.withPlatformString({ stat($0, &status) }) == 0 else { throw Errno.current }
            let isTrusted = status.st_uid == geteuid() || status.st_uid == 0
            guard isTrusted, status.st_mode & 0o002 == 0 || status.st_mode & S_ISVTX != 0 else {
                throw .permissionDenied
            }
            folder.removeLastComponent()
        }
    }
}

/// A lock on a file, held until the value goes.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Waits for the lock, as long as another process holds it.
    package static func waiting(for path: FilePath) throws(Errno) -> FileLock {
        try lock(path, LOCK_EX)
    }

    /// Takes the lock if nobody holds it.
    ///
    /// - Throws: `.wouldBlock` when somebody does.
    package static func trying(_ path: FilePath) throws(Errno) -> FileLock {
        try lock(path, LOCK_EX | LOCK_NB)
    }

    private static func lock(_ path: FilePath, _ operation: CInt) throws(Errno) -> FileLock {
        let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
        let number = descriptor.rawValue
        guard retrying({ flock(number, operation) }) == 0 else { throw Errno.current }
        return FileLock(descriptor)
    }
}
