import Glibc
package import SystemPackage

/// Identifies a launch, or another request to the launcher. It is unique for as long as the launcher runs.
package struct LaunchIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The number on the launcher's socket.
    package let rawValue: UInt64
    package var description: String { "launch \(rawValue)" }
}

/// How a process ended.
package enum ExitStatus: Sendable, Hashable {
    /// The process ended by itself, with this code.
    case exited(Int32)
    /// A signal ended the process.
    case signaled(Int32)
    /// ``Launcher/kill(_:)`` ended the process by SIGKILL.
    case stopped

    /// Reads the kernel's wait status.
    ///
    /// - Parameter wasAsked: whether ``Launcher/kill(_:)`` was called while the process ran.
    init(waitStatus: Int32, wasAsked: Bool) {
        switch waitStatus & 0x7f {
        case 0: self = .exited(waitStatus >> 8 & 0xff)
        case SIGKILL where wasAsked: self = .stopped
        case let signal: self = .signaled(signal)
        }
    }
}

/// The resources that a process used from its start to its end.
package struct ResourceUsage: Sendable, Hashable {
    /// Processor time in user mode.
    package var userTime: Duration
    /// Processor time in the kernel.
    package var systemTime: Duration
    /// The peak resident memory in bytes, including shared pages.
    package var peakMemory: Int
}

/// Why an extension's program did not start.
package struct LaunchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step that failed, as a phrase for people.
    package var step: String
    /// What the step was applied to, usually a path; may be empty.
    package var subject: String
    /// The kernel's error.
    package var error: Errno

    package var description: String {
        "cannot launch: \(step)\(subject.isEmpty ? "" : " " + subject): \(error)"
    }
}

/// An event of a launch. ``started(_:pid:initPID:)`` comes at most once, and ``failed(_:_:)`` or ``exited(_:_:_:)``
/// comes last.
package enum LauncherEvent: Sendable, Hashable {
    /// The sandbox has a network, and waits until somebody has connected it and called ``Launcher/proceed(_:)``. Comes before
    /// ``started(_:pid:initPID:)``, for a profile with a network.
    case waitsForNetwork(LaunchIdentifier, initPID: Int32)
    /// The extension's program runs. Both process identifiers are those outside the sandbox.
    case started(LaunchIdentifier, pid: Int32, initPID: Int32)
    /// The program did not start.
    case failed(LaunchIdentifier, LaunchFailure)
    /// The program ended.
    case exited(LaunchIdentifier, ExitStatus, ResourceUsage)
}
