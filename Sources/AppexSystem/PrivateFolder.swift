import Glibc
package import SystemPackage

/// Folders that only this user can enter.
package enum PrivateFolder {
    /// Creates a folder and its missing parents with mode 0700. Does nothing if such a folder exists.
    ///
    /// - Throws: ``FolderOwnerError`` if the folder exists but belongs to another user, can be entered by others or is a
    ///   symbolic link; if another user could replace it, because that user owns or can write to a folder above it; or for
    ///   an error of the kernel. Nothing has been created below a folder of another user then.
    package static func make(_ path: FilePath) throws(FolderOwnerError) {
        guard let name = path.lastComponent else { throw FolderOwnerError(path, .system(.invalidArgument)) }
        let folder = try OwnedFolder(made: name, of: path)
        let status = try OwnedFolder.status(folder.descriptor, path)
        guard status.st_mode & 0o077 == 0 else { throw FolderOwnerError(path, .openToOthers) }
    }
}

/// A lock on a file, which is released when the value is destroyed.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Waits for the lock. Blocks while another process holds it. The file is created if it does not exist.
    ///
    /// - Throws: the kernel's error.
    package static func waiting(for path: FilePath) throws(Errno) -> FileLock {
        try lock(path, LOCK_EX)
    }

    /// Takes the lock without blocking. The file is created if it does not exist.
    ///
    /// - Throws: `.wouldBlock` if another process holds it; otherwise the kernel's error.
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
