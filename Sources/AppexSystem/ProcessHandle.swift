import CAppexShims
import Glibc
package import SystemPackage

/// A process that cannot be mistaken for another one: what is sent to it reaches it or nobody, even when it has ended
/// and its number belongs to somebody else by then.
package struct ProcessHandle: ~Copyable, Sendable {
    /// Readable once the process has ended.
    package let descriptor: Descriptor

    /// Takes hold of whoever has a number now.
    ///
    /// - Throws: `.noSuchProcess` when nobody has it.
    package init(pid: Int32) throws(Errno) {
        descriptor = try Self.open(pid)
    }

    /// Takes hold of a child of another process, and of nobody else.
    ///
    /// - Throws: `.noSuchProcess` when the number belongs to no child of `parent`.
    package init(pid: Int32, childOf parent: Int32) throws(Errno) {
        let handle = try Self.open(pid)
        guard Self.parent(of: pid) == parent else { throw .noSuchProcess }
        // It is there after the look at its number, so the number was its own then.
        try Self.send(0, to: handle)
        descriptor = handle
    }

    private static func open(_ pid: Int32) throws(Errno) -> Descriptor {
        // 0 and below name groups of processes elsewhere.
        guard pid > 0 else { throw .noSuchProcess }
        let raw = appex_process_open(pid)
        guard raw >= 0 else { throw Errno(rawValue: -raw) }
        return Descriptor(owning: raw)
    }

    private static func send(_ signal: Int32, to handle: borrowing Descriptor) throws(Errno) {
        let status = appex_process_signal(handle.rawValue, signal)
        guard status == 0 else { throw Errno(rawValue: -status) }
    }

    /// Sends a signal; 0 only looks whether the process is there.
    ///
    /// - Throws: `.noSuchProcess` when it has ended and has been reaped, `.notPermitted` for somebody else's process.
    package borrowing func send(_ signal: Int32) throws(Errno) {
        try Self.send(signal, to: descriptor)
    }

    /// Gives the descriptor to a new owner.
    package consuming func intoDescriptor() -> Descriptor {
        descriptor
    }

    /// The parent of a process; nil when there is no such process.
    private static func parent(of pid: Int32) -> Int32? {
        guard let file = try? Descriptor(opening: FilePath("/proc/\(pid)/stat"), O_RDONLY) else { return nil }
        // What counts stands in the first bytes: the number, a name of at most 16, the state, the parent.
        let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = max(0, retrying { read(file.rawValue, buffer.baseAddress, buffer.count) })
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // The name may hold anything, parentheses and spaces included.
        guard let end = text.lastIndex(of: ")") else { return nil }
        return text[end...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
    }
}
