import CAppexShims
import Glibc
package import SystemPackage

/// One process, named by a descriptor that never comes to mean another one, as its number may once it has ended.
package final class ProcessHandle: Sendable {
    /// Readable once the process has ended.
    package let descriptor: Descriptor

    /// Opens the process with a number, provided that the chain of its parents is the one that is expected.
    ///
    /// The number may have gone to another process since it was told. That one is refused: it has other parents,
    /// unless the last of `parents` is itself no longer the one that was meant, which its owner has to rule out.
    ///
    /// - Parameter parents: its parent, that one's parent …
    /// - Throws: `.noSuchProcess` when it has ended, or is another one's child.
    package init(_ pid: Int32, parents: [Int32]) throws(Errno) {
        let raw = appex_process(pid)
        guard raw >= 0 else { throw Errno(rawValue: -raw) }
        descriptor = Descriptor(owning: raw)
        var child = pid
        for parent in parents {
            guard Self.parent(of: child) == parent else { throw .noSuchProcess }
            child = parent
        }
        // What was read was about this process only if it still has its number now.
        try send(0)
    }

    /// Sends a signal; 0 only asks whether it could be sent.
    ///
    /// - Throws: `.noSuchProcess` when the process has ended.
    package func send(_ signal: Int32) throws(Errno) {
        let status = appex_signal_process(descriptor.rawValue, signal)
        guard status == 0 else { throw Errno(rawValue: -status) }
    }

    /// The second field behind the name in `/proc/<pid>/stat`; the name may contain anything. nil when there is none.
    private static func parent(of pid: Int32) -> Int32? {
        guard let file = try? Descriptor(opening: FilePath("/proc/\(pid)/stat"), O_RDONLY),
            let bytes = try? Pipe.readAll(file, limit: 4096, milliseconds: 0)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return nil }
        return text[name...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
    }
}
