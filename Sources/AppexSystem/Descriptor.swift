package import Glibc
package import SystemPackage

/// A file descriptor with exactly one owner, closed when the owner goes.
///
/// Non-copyable, so that a descriptor is neither leaked nor closed twice: handing it to C or to a
/// message consumes it.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, for a system call made while the owner is alive. Never store it.
    package let rawValue: CInt

    /// Takes over `rawValue`, which nobody else may close from now on.
    package init(owning rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// Opens a file, close-on-exec always added.
    ///
    /// - Throws: The kernel's error.
    package init(opening path: FilePath, _ flags: CInt, mode: mode_t = 0o600) throws(Errno) {
        let raw = path.withPlatformString { name in retrying { open(name, flags | O_CLOEXEC, mode) } }
        guard raw >= 0 else { throw Errno.current }
        self.init(owning: raw)
    }

    /// Opens an entry of an open folder, close-on-exec always added.
    ///
    /// - Throws: The kernel's error.
    package init(
        opening name: FilePath.Component, in folder: borrowing Descriptor, _ flags: CInt, mode: mode_t = 0
    ) throws(Errno) {
        let parent = folder.rawValue
        let number = name.withPlatformString { text in
            retrying { openat(parent, text, flags | O_CLOEXEC, mode) }
        }
        guard number >= 0 else { throw Errno.current }
        self.init(owning: number)
    }

    deinit {
        close(rawValue)
    }

    /// Gives the ownership up: the caller closes the number from now on.
    package consuming func release() -> CInt {
        let raw = rawValue
        discard self
        return raw
    }

    /// A second descriptor for the same open file.
    ///
    /// - Throws: The kernel's error, in practice only "too many open files".
    package borrowing func duplicate() throws(Errno) -> Descriptor {
        let raw = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
        guard raw >= 0 else { throw Errno.current }
        return Descriptor(owning: raw)
    }

    /// What fstat(2) says of it.
    package borrowing func status() throws(Errno) -> stat {
        var result = stat()
        guard fstat(rawValue, &result) == 0 else { throw Errno.current }
        return result
    }
}

extension Errno {
    /// The calling thread's errno.
    package static var current: Errno { Errno(rawValue: Glibc.errno) }
}

/// Repeats a system call for as long as a signal interrupts it.
package func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || Glibc.errno != EINTR { return result }
    }
}
