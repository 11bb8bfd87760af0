import Glibc
package import SystemPackage

/// Names one launch for as long as the launcher lives.
package struct LaunchIdentifier: Sendable, Hashable, CustomStringConvertible {
    package let rawValue: UInt64
    package var description: String { "launch \(rawValue)" }
}

/// How a process ended.
package enum ExitStatus: Sendable, Hashable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case signaled(Int32)
    /// By SIGKILL, because ``Launcher/kill(_:)`` asked for it.
    case stopped

    /// Reads the kernel's wait status.
    ///
    /// - Parameter wasAsked: whether the launcher had been asked to kill it while it lived.
    init(waitStatus: Int32, wasAsked: Bool) {
        switch waitStatus & 0x7f {
        case 0: self = .exited(waitStatus >> 8 & 0xff)
        case SIGKILL where wasAsked: self = .stopped
        case let signal: self = .signaled(signal)
        }
    }
}

/// What a process used up in its life.
package struct ResourceUsage: Sendable, Hashable {
    package var userTime: Duration
    package var systemTime: Duration
    /// The most memory it ever occupied, in bytes, shared pages included.
    package var peakMemory: Int
}

/// Why an extension did not come to its first instruction.
package struct LaunchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step that failed, in words.
    package var step: String
    /// What the step was applied to, in most cases a path; may be empty.
    package var subject: String
    package var error: Errno

    package var description: String {
        "cannot launch: \(step)\(subject.isEmpty ? "" : " " + subject): \(error)"
    }
}

/// News of one launch, in the order started? (failed | exited).
package enum LauncherEvent: Sendable, Hashable {
    /// The extension's program runs. Both process identifiers are the ones seen outside.
    case started(LaunchIdentifier, pid: Int32, initPID: Int32)
    /// The program never ran. The last event of a launch.
    case failed(LaunchIdentifier, LaunchFailure)
    /// The program ended. The last event of a launch.
    case exited(LaunchIdentifier, ExitStatus, ResourceUsage)
}
