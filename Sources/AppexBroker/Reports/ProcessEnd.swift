import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import Glibc
import SystemPackage

/// How an extension's process ended, or why it never was.
enum ProcessEnd: Sendable, Equatable {
    case exited(ExitStatus, ResourceUsage)
    /// Why it was not launched, in words.
    case notLaunched(String)
    case launcherEnded
    /// It was killed and does not end.
    ///
    /// - Parameter isInKernel: whether one of its threads is in uninterruptible sleep.
    case stuck(isInKernel: Bool)

    /// What a report says of the end; nil for one that is as it should be: nobody needed the process any more, its app
    /// was removed, or its host took the request back.
    ///
    /// - Parameter process: as it was when it ended.
    func verdict(on process: LiveProcess) -> (kind: ExtensionReport.Kind, sentence: String)? {
        let identifier = process.appex.bundleIdentifier
        switch self {
        case .notLaunched where process.isUnwanted, .launcherEnded where process.isUnwanted: return nil
        case .notLaunched(let why): return (.launchFailed, "\(identifier) could not be started: \(why)")
        case .launcherEnded: return (.launcherEnded, "The launcher ended, and \(identifier) with it")
        case .stuck(let isInKernel):
            let reason = process.fault.map { "\($0.sentence) and " } ?? ""
            let wait =
                isInKernel
                ? "waits in the kernel (uninterruptible sleep), most likely for a file on a file system that does not "
                    + "answer; \(KernelWait.advice), and it ends"
                : "was killed, and the kernel has not ended it; restart the machine if it does not end by itself"
            return (.unkillable, "\(identifier) \(reason)cannot be stopped: process \(process.pid) \(wait)")
        case .exited where process.brokeLimit,
            .exited(.exited, _) where process.brokeControl,
            .exited(.stopped, _):
            return process.fault.map { ($0.kind, "\(identifier) \($0.sentence) and was stopped") }
        case .exited(.exited(0), _) where process.sessions.isEmpty && process.abandoned.isEmpty: return nil
        case .exited(.exited(Self.unopened), _) where process.appex.runtime != nil:
            return (
                .exited,
                "\(identifier) ended with status 78\(process.moment), because the runtime could not open its program; its log has the "
                    + "reason, and bundling the app again usually helps"
            )
        case .exited(.exited(let status), _):
            return (.exited, "\(identifier) ended by itself with status \(status)\(process.moment)")
        case .exited(.signaled(let signal), _):
            let name = signalName(signal)
            return Self.crashes.contains(signal)
                ? (.crash, "\(identifier) crashed (\(name))\(process.moment)")
                : (.killed, "\(identifier) was killed (\(name))\(process.moment)")
        }
    }

    /// The status with which the program of a runtime ends if it cannot open the object of an extension.
    private static let unopened: Int32 = 78

    /// Signals that a program's own code brings about.
    private static let crashes: Set<Int32> = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]
}

extension LiveProcess {
    /// Whether it ended, by whosever hand, because it used too much.
    fileprivate var brokeLimit: Bool { if case .limit = fault { true } else { false } }

    /// Whether the broker closed its connection for what it sent. A process of the kit exits when it notices that, which
    /// may be before it is killed.
    fileprivate var brokeControl: Bool { if case .brokenControl = fault { true } else { false } }

    /// Whether it was being ended anyway, and not for anything it did.
    fileprivate var isUnwanted: Bool { phase == .ending && fault == nil }

    /// Whether the process ended with the launcher, or its app was updated or removed after the process was started.
    /// A request that such a process has not received can be repeated.
    func wasInterrupted(_ how: ProcessEnd) -> Bool {
        if case .launcherEnded = how { return true }
        return appex.bundlePath.withPlatformString { access($0, F_OK) } != 0
    }

    /// What it was being used for, as the end of a sentence.
    fileprivate var moment: String {
        if isParked { return " while it waited for its host to use it" }
        if sessions.values.contains(where: { !$0.isAnswered }) { return " before it answered" }
        return sessions.isEmpty ? " after its last host had let go of it" : " after it had answered"
    }
}

extension LiveProcess.Fault {
    var kind: ExtensionReport.Kind {
        switch self {
        case .host(.timedOut, _, _), .requestTime: .timedOut
        case .overdue: .overdue
        case .neverReady: .launchFailed
        case .limit: .limit
        case .host, .closedControl, .brokenControl, .keptFile: .refused
        }
    }

    /// What it did, behind its name.
    fileprivate var sentence: String {
        switch self {
        case .requestTime(let limit): "did not answer within \(limit.inSeconds), the time that it has for a request,"
        case .overdue(let time):
            "had not ended its completion handlers \(time.inSeconds) after its last host had gone"
        case .neverReady(let limit): "was not ready for work \(limit.inSeconds) after it was to be started"
        case .host(.timedOut, "", let waited): "did not answer within \(waited.inSeconds)"
        case .host(.timedOut, let detail, _): detail
        case .host(.hungUp, _, _): "closed its connection to a host without an answer"
        case .host(.brokeProtocol, "", _): "broke the protocol"
        case .host(.brokeProtocol, let detail, _): "broke the protocol (\(detail))"
        case .closedControl: "closed its connection to the broker"
        case .brokenControl(let detail): "broke the protocol of its connection to the broker (\(detail))"
        case .limit(let breach): breach.sentence
        case .keptFile: "could not be parted from a file that its host no longer grants"
        }
    }
}

extension Duration {
    /// As in "2.04 seconds".
    var inSeconds: String {
        let hundredths = Int((self / .milliseconds(10)).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) seconds"
    }
}

/// As in `SIGSEGV`.
func signalName(_ number: Int32) -> String {
    signalNames[number] ?? "signal \(number)"
}

private let signalNames: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL", SIGINT: "SIGINT",
    SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS",
    SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
]
