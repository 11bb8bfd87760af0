import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox

/// One extension process as the ``ProcessTable`` knows it, from the decision to start it until its end is known.
struct LiveProcess: Sendable, Equatable {
    /// A state of `Documentation/LifeCycle.md`. The raw value is what people are shown.
    enum Phase: String, CaseIterable, Sendable {
        /// The launcher has not yet said that the program runs.
        case starting
        /// A host has a session.
        case running
        /// No host has a session; the work that is protected from suspension has its time to end.
        case quiescing
        /// No host has a session; the process is stopped and waits for the next host.
        case frozen
        /// The end of the process is under way. No session is opened in it any more.
        case ending
        /// The process was killed and does not end, because it waits in the kernel. Its hosts have been told.
        case stuck
    }

    let number: ProcessNumber
    let appex: InstalledAppex
    /// The version of the containing app that people are shown.
    let appVersion: String?
    let started: ContinuousClock.Instant
    /// Whether the process serves one request only and is then killed.
    let isSingleUse: Bool
    var limits: ExtensionLimits
    /// Whether the network that it may use could not be connected.
    var lacksNetwork = false
    var phase = Phase.starting
    /// The launcher's name for the process; nil until the launcher has accepted the plan.
    var launch: LaunchName?
    /// The process's number in the broker's namespace; 0 until the program is known to run.
    var pid: Int32 = 0
    /// The number of the sandbox's init in the broker's namespace; 0 until the program is known to run.
    var initPid: Int32 = 0
    var sessions: [SessionNumber: Session] = [:]
    /// The sessions that have ended for their hosts, which wait to be told of the end of the process.
    var abandoned: [SessionNumber: Session] = [:]
    /// The attempt to suspend the process that is under way.
    var suspension: Suspension?
    /// The timers that are armed.
    var timers: Set<ProcessTimer> = []
    /// Whether the launcher has been told to kill the process.
    var isEndOrdered = false
    /// Whether the process left a request unanswered. Nobody joins it any more.
    var isHung = false
    /// What the process did wrong, if it is killed for that.
    var fault: Fault?

    /// One host's use of the process.
    struct Session: Sendable, Equatable {
        let client: ClientNumber
        var summary: RequestSummary
        var opened: ContinuousClock.Instant
        /// Since when the session waits for its host to use it; nil for a session that is in use.
        var parkedSince: ContinuousClock.Instant?
        /// Whether the host has its answer. The extension may still serve loads of what it returned.
        var isAnswered = false
        /// Whether the request was ended because it took longer than its extension point allows.
        var isLate = false
        /// The host's files that the process sees.
        var grants: [GrantKey: GrantedFile] = [:]

        /// Whether the host waits for an answer.
        var isOpenRequest: Bool { !isAnswered && parkedSince == nil }
    }

    /// The time between the end of the last session and the suspension of the process.
    struct Suspension: Sendable, Equatable {
        let round: SuspensionRound
        /// Whether the process is to be stopped as soon as it is known to run.
        var isDue = false
        /// Whether the extension says that no completion handler is running any more.
        var handlersHaveEnded = false
    }

    /// Identifies a file that was granted, and the name under which it was.
    struct GrantKey: Hashable, Sendable {
        let device: UInt64
        let file: UInt64
        let name: String
    }

    /// Why a process is stopped that could have gone on.
    enum Fault: Sendable, Equatable {
        /// What a host says of it, and how long the host had waited.
        ///
        /// - Parameter detail: what exactly it did; empty when the host does not say.
        case host(BrokerInterface.Abandon.Reason, detail: String = "", after: Duration)
        /// It closed its control socket, and can be given no work any more.
        case closedControl
        /// It sent something on its control socket that the protocol does not allow, in words.
        case brokenControl(String)
        /// A file of a host could not be taken away from it.
        case keptFile
        /// Its completion handlers went on for this long after its last host had gone.
        case overdue(Duration)
        /// It was not ready for work this long after it was to be started.
        case neverReady(Duration)
        /// It left a request unanswered for all the time that its extension point gives.
        case requestTime(Duration)
        /// It used more of something than it may.
        case limit(LimitBreach)
    }

    /// Whether the process waits for the host that had it started in advance, and who alone may use it.
    var isParked: Bool { sessions.values.contains { $0.parkedSince != nil } }

    /// Whether the process is being killed, or was killed and has not ended.
    var isLeaving: Bool { phase == .ending || phase == .stuck }

    /// The number of requests whose hosts wait for an answer.
    var openRequests: Int { sessions.values.count(where: \.isOpenRequest) }

    /// Whether the process can use anything now. One that is frozen cannot.
    var isObserved: Bool { pid > 0 && !isLeaving && phase != .frozen }
}

/// The launcher's name for a process, which is unique among all launchers of this broker.
struct LaunchName: Hashable, Sendable {
    let launcher: LauncherNumber
    let identifier: LaunchIdentifier
}
