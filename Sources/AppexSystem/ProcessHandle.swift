import CAppexShims
import Glibc
package import SystemPackage

/// A handle of a process. Unlike a process identifier, it never refers to a different process after the process has ended.
package final class ProcessHandle: Sendable {
    /// A descriptor that becomes readable when the process has ended (a pidfd).
    package let descriptor: Descriptor

    /// Opens the process with an identifier, if it has the expected chain of parents.
    ///
    /// The identifier may have been reused by a different process. Such a process is refused, because it has different
    /// parents. The caller has to ensure that the last of `parents` itself is still the intended process.
    ///
    /// - Parameter parents: the process identifiers of the parent, of its parent, and so on.
    /// - Throws: `.noSuchProcess` if the process has ended or has different parents; otherwise the kernel's error.
    package init(_ pid: Int32, parents: [Int32]) throws(Errno) {
        let raw = appex_process(pid)
        guard raw >= 0 else { throw Errno(rawValue: -raw) }
        descriptor = Descriptor(owning: raw)
        var child = pid
        for parent in parents {
            guard Self.parent(of: child) == parent else { throw .noSuchProcess }
            child = parent
        }
        // The parents that were read are those of this process only if it has not ended since.
        try send(0)
    }

    /// Sends a signal. Signal 0 only checks whether one could be sent.
    ///
    /// - Throws: `.noSuchProcess` if the process has ended; otherwise the kernel's error.
    package func send(_ signal: Int32) throws(Errno) {
        let status = appex_signal_process(descriptor.rawValue, signal)
        guard status == 0 else { throw Errno(rawValue: -status) }
    }

    /// The parent of a process: the second field after the name in `/proc/<pid>/stat`. The name can contain any character.
    private static func parent(of pid: Int32) -> Int32? {
        let fields = SystemFile.numbers("/proc/\(pid)/stat", behind: UInt8(ascii: ")"), atMost: 2)
        return fields.count == 2 ? Int32(truncatingIfNeeded: fields[1]) : nil
    }
}
