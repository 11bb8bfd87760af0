import AppexProtocol
import AppexSystem
public import Foundation

/// The limits and the memory usage of an extension.
///
/// ## Difference from Apple
/// Apple provides only `os_proc_available_memory()`. These properties are specific to OpenExtensionKit;
/// Documentation/Limits.md lists the limits.
extension ProcessInfo {
    /// The memory limit of this process in bytes. If the process exceeds it, it is ended. nil if the process was not started
    /// by a broker.
    public var memoryLimit: UInt64? { StartLimits.shared["memory"] }

    /// The private memory of this process in bytes, to which ``memoryLimit`` applies. nil if it is unknown.
    public var usedMemory: UInt64? { OwnMemory.bytes(of: "self") }

    /// The memory in bytes that remains until ``memoryLimit``, at least 0. nil if the limit or the usage is unknown.
    ///
    /// It corresponds to Apple's `os_proc_available_memory()`.
    public var availableMemory: UInt64? {
        guard let memoryLimit, let usedMemory else { return nil }
        return memoryLimit > usedMemory ? memoryLimit - usedMemory : 0
    }

    /// The maximum processor time of one request in seconds, of all threads together. nil if the process was not started by
    /// a broker.
    public var requestProcessorTimeLimit: TimeInterval? {
        StartLimits.shared["requestProcessorTime"].map { TimeInterval($0) / 1000 }
    }

    /// The maximum size of all files in the extension's container, in bytes. nil if the process was not started by a broker.
    public var containerSizeLimit: UInt64? { StartLimits.shared["containerSize"] }

    /// The maximum number of open requests of this process; further ones are refused. nil if the process was not started by
    /// a broker.
    public var openRequestLimit: Int? { StartLimits.shared["openRequests"].map { Int(clamping: $0) } }
}

/// The limits that the broker has passed to the process in its environment.
private struct StartLimits {
    static let shared = StartLimits(ProcessInfo.processInfo.environment[ControlInterface.limitsVariable] ?? "")

    private let values: [Substring: UInt64]

    /// - Parameter text: names and values, as in `memory=125829120 openRequests=64`. Other text is ignored.
    init(_ text: String) {
        let pairs = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
        values = Dictionary(
            pairs.compactMap { pair in pair.last.flatMap { UInt64($0) }.map { (pair[0], $0) } }
        ) { $1 }
    }

    subscript(name: Substring) -> UInt64? { values[name] }
}
