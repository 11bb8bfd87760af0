import AppexProtocol
import AppexSystem
public import Foundation

/// What an extension may use, and what it uses.
///
/// ## Difference from Apple
/// Apple tells an extension only `os_proc_available_memory()`, and none of its limits by number. These properties are
/// ours; the limits themselves are published in Documentation/Limits.md.
extension ProcessInfo {
    /// Bytes of memory that this process may have; beyond them it is ended. nil in a process that no broker has started.
    public var memoryLimit: UInt64? { StartLimits.shared["memory"] }

    /// Bytes of memory of its own that this process has now, as they count for ``memoryLimit``. nil where the system
    /// does not tell.
    public var usedMemory: UInt64? { OwnMemory.bytes(of: "self") }

    /// Bytes that are left until ``memoryLimit``; 0 when there are none. nil when either is not known.
    ///
    /// Stands for `os_proc_available_memory()`.
    public var availableMemory: UInt64? {
        guard let memoryLimit, let usedMemory else { return nil }
        return memoryLimit > usedMemory ? memoryLimit - usedMemory : 0
    }

    /// Seconds of processor time that one request may take, of all threads together. nil as for ``memoryLimit``.
    public var requestProcessorTimeLimit: TimeInterval? {
        StartLimits.shared["requestProcessorTime"].map { TimeInterval($0) / 1000 }
    }

    /// Bytes of all files that this process may keep in its container. nil as for ``memoryLimit``.
    public var containerSizeLimit: UInt64? { StartLimits.shared["containerSize"] }

    /// Requests that this process may have open at a time; further ones are refused. nil as for ``memoryLimit``.
    public var openRequestLimit: Int? { StartLimits.shared["openRequests"].map { Int(clamping: $0) } }
}

/// What the broker has said at the start.
private struct StartLimits {
    static let shared = StartLimits(ProcessInfo.processInfo.environment[ControlInterface.limitsVariable] ?? "")

    private let values: [Substring: UInt64]

    /// - Parameter text: names and values as in `memory=125829120 openRequests=64`; what is not of that form is left out.
    init(_ text: String) {
        let pairs = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
        values = Dictionary(
            pairs.compactMap { pair in pair.last.flatMap { UInt64($0) }.map { (pair[0], $0) } }
        ) { $1 }
    }

    subscript(name: Substring) -> UInt64? { values[name] }
}
