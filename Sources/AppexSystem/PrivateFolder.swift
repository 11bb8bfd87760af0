import Glibc
package import SystemPackage

/// Folders that only this user may enter.
package enum PrivateFolder {
    /// Makes a folder and its missing parents with mode 0700.
    ///
    /// - Throws: ``FolderOwnerError`` when the folder exists but belongs to somebody else, is open to others or is a
    ///   symbolic link; when another user could exchange it, because that user owns or may write to a folder above
    ///   it; or with the kernel's error. Nothing has been made then below a folder of another user.
    package static func make(_ path: FilePath) throws(FolderOwnerError) {
        guard let name = path.lastComponent else { throw FolderOwnerError(path, .system(.invalidArgument)) }
        let folder = try OwnedFolder(made: name, of: path)
        let status = try OwnedFolder.status(folder.descriptor, path)
        guard status.st_mode & 0o077 == 0 else { throw FolderOwnerError(path, .openToOthers) }
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
