package import SystemPackage

/// Why the launcher could not be started, or did not carry out a request. The failure of a launch itself is a
/// ``LaunchFailure``.
package enum SandboxError: Error, Sendable, Hashable {
    /// libseccomp could not translate the allow-list.
    case seccomp(step: String, Errno)
    /// The launcher's program could not be started.
    case cannotStart(FilePath, Errno)
    /// The launcher was started but did not report in time, or its report is not one of this version.
    case noAnswer(FilePath)
    /// The launcher has ended, and with it every extension.
    case launcherEnded
    /// The launcher's socket is full. The request may be tried again.
    case launcherBusy
    /// The plan exceeds the size of one message to the launcher.
    case planTooLarge(bytes: Int, limit: Int)
    /// A file could not be granted to an extension or withdrawn from it.
    case notChanged(step: String, Errno)
}

extension SandboxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .seccomp(let step, let error):
            "cannot compile the system call filter (\(step)): \(error); is libseccomp installed?"
        case .cannotStart(let path, let error):
            "cannot start the launcher \(path): \(error); it belongs beside appexd"
        case .noAnswer(let path):
            "the launcher \(path) gave no usable answer; is it of the same version as appexd?"
        case .launcherEnded:
            "the launcher has ended, and with it every extension; start a new one"
        case .launcherBusy:
            "the launcher is busy with other launches; try again"
        case .planTooLarge(let bytes, let limit):
            "the launch plan has \(bytes) bytes and may have \(limit); shorten the environment"
        case .notChanged(let step, let error):
            "the files of the extension could not be changed (\(step)): \(error)"
        }
    }
}
