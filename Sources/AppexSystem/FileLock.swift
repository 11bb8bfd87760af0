import Glibc
package import SystemPackage

/// A lock on a file (`flock(2)`), which is released when the value is destroyed.
///
/// It is released for every duplicate of its descriptor. Closing the descriptor would not be enough: a process that another
/// thread is starting has copies of all descriptors until it executes its program, and the kernel keeps the lock as long.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor, _ operation: CInt) throws(Errno) {
        let number = descriptor.rawValue
        guard retrying({ flock(number, operation) }) == 0 else { throw Errno.current }
        self.descriptor = descriptor
    }

    deinit {
        flock(descriptor.rawValue, LOCK_UN)
    }

    /// Waits for the lock. Blocks while another process holds it. The file is created if it does not exist.
    ///
    /// - Throws: the kernel's error.
    package static func waiting(for path: FilePath) throws(Errno) -> FileLock {
        try FileLock(open(path), LOCK_EX)
    }

    /// Takes the lock without blocking. The file is created if it does not exist.
    ///
    /// - Throws: `.wouldBlock` if another process holds it; otherwise the kernel's error.
    package static func trying(_ path: FilePath) throws(Errno) -> FileLock {
        try FileLock(open(path), LOCK_EX | LOCK_NB)
    }

    /// Takes the lock on an open file or folder without blocking.
    ///
    /// - Throws: `.wouldBlock` if another open file holds it; otherwise the kernel's error.
    package static func trying(_ file: consuming Descriptor) throws(Errno) -> FileLock {
        try FileLock(file, LOCK_EX | LOCK_NB)
    }

    private static func open(_ path: FilePath) throws(Errno) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
    }
}
