package import Glibc
package import SystemPackage

/// An owned file descriptor, which is closed when the value is destroyed.
///
/// It is non-copyable, so that a descriptor is neither leaked nor closed twice: passing it to C or to a message consumes
/// it. One that another process has sent is closed by its ``DescriptorDisposal``, because closing it may wait for that process.
package struct Descriptor: ~Copyable, Sendable {
    /// The number of the descriptor, for system calls during the lifetime of this value. It must not be stored.
    package private(set) var rawValue: CInt
    /// What closes the descriptor; nil if it is closed by the thread that destroys the value.
    let disposal: DescriptorDisposal?

    /// Takes ownership of `rawValue`, which must not be closed elsewhere.
    ///
    /// - Parameter disposal: what closes the descriptor; nil for one of this process's own, which the thread closes that
    ///   destroys the value.
    package init(owning rawValue: CInt, closedBy disposal: DescriptorDisposal? = nil) {
        self.rawValue = rawValue
        self.disposal = disposal
    }

    /// Opens a file. `O_CLOEXEC` is always added to the flags.
    ///
    /// - Parameter mode: the permissions of a file that is created.
    /// - Throws: the kernel's error.
    package init(opening path: FilePath, _ flags: CInt, mode: mode_t = 0o600) throws(Errno) {
        let raw = path.withPlatformString { name in retrying { open(name, flags | O_CLOEXEC, mode) } }
        guard raw >= 0 else { throw Errno.current }
        self.init(owning: raw)
    }

    /// Opens an entry of an open folder. `O_CLOEXEC` is always added to the flags.
    ///
    /// - Parameter mode: the permissions of a file that is created.
    /// - Throws: the kernel's error.
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
        guard rawValue >= 0 else { return }
        if let disposal { disposal.close(rawValue) } else { close(rawValue) }
    }

    /// Gives up the ownership. The caller has to close the returned descriptor.
    package consuming func release() -> CInt {
        let raw = rawValue
        rawValue = -1
        return raw
    }

    /// A duplicate of the descriptor, which refers to the same open file.
    ///
    /// - Throws: the kernel's error, in practice `.tooManyOpenFiles`.
    package borrowing func duplicate() throws(Errno) -> Descriptor {
        let raw = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
        guard raw >= 0 else { throw Errno.current }
        return Descriptor(owning: raw, closedBy: disposal)
    }

    /// The result of fstat(2).
    ///
    /// - Throws: the kernel's error.
    package borrowing func status() throws(Errno) -> stat {
        var result = stat()
        guard fstat(rawValue, &result) == 0 else { throw Errno.current }
        return result
    }
}

extension Errno {
    /// The calling thread's `errno`.
    package static var current: Errno { Errno(rawValue: Glibc.errno) }
}

/// Repeats a system call for as long as a signal interrupts it.
package func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || Glibc.errno != EINTR { return result }
    }
}
