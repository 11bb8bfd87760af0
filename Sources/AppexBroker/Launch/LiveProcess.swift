import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import FoundationEssentials
import Glibc
import OpenUniformTypeIdentifiers
import SystemPackage

/// One extension process, from the decision to start it until its end is known.
struct LiveProcess {
    enum Phase: String, CaseIterable {
        /// The launcher has the plan; it has not yet said that the process runs.
        case starting
        case running
        /// Nobody uses it; what it has asked not to be frozen in has its time to end.
        case settling
        /// Nobody uses it; it does not run, and waits a moment for the next host.
        case frozen
        /// Its end is under way. Nobody joins it any more.
        case ending
        /// It was killed and has not ended: it waits in the kernel. Everybody who used it has been told.
        case stuck
    }

    let appex: InstalledAppex
    var limits: ExtensionLimits
    /// The version of the containing app that people are shown.
    let appVersion: String?
    let control: Connection
    let started = ContinuousClock.now
    let startedOn = Date.now
    var phase = Phase.starting
    /// The launcher's name for it, once the plan was accepted.
    var launch: LaunchIdentifier?
    /// As seen from outside; 0 while unknown.
    var pid: Int32 = 0
    var initPid: Int32 = 0
    /// By which it is frozen; nil until it is known to run.
    var handle: ProcessHandle?
    var sessions: [UInt64: Session] = [:]
    /// Whether it serves one request and is then ended.
    var isSingleUse = false
    var settling: Settling?
    var linger: EventLoop.Token?
    /// What is to be looked at when its time has come; cancelled with the end of the process.
    var deadlines: [Deadline: EventLoop.Token] = [:]
    /// Whether the launcher has been told to end it.
    var isEndOrdered = false
    /// Nobody joins it any more, because it left a request unanswered.
    var isHung = false
    /// What it did wrong, if it is stopped for that.
    var fault: Fault?
    /// What it prints, once it is being launched.
    var output: ExtensionOutput?
    var accounting = Accounting()
    /// The uses of hosts that have given it up, and wait to hear of its end.
    var abandoned: [Session] = []

    /// One host's use of the process.
    struct Session {
        let client: UInt64
        var summary: RequestSummary
        var opened = ContinuousClock.now
        /// Since when it waits for its host to use it; nil for one that is in use.
        var parking: Parking?
        /// Whether the host has its answer; what the extension still does for it is to serve loads.
        var answered = false
        /// What the request may take of the processors.
        var processorTime = RequestProcessorTime(atBegin: .zero, companions: 1)
        /// The host's files that the process sees.
        var grants: [GrantKey: GrantedFile] = [:]
        /// Tells the host that the process has gone.
        var died: @Sendable (RemoteFailure) -> Void

        /// Whether the host waits for an answer.
        var isOpenRequest: Bool { !answered && parking == nil }
    }

    /// The wait of a session that was opened ahead of need.
    struct Parking {
        let since = ContinuousClock.now
        /// The next look at whether it may wait on.
        var check: EventLoop.Token
    }

    /// Whether it waits for its host, who alone may use it.
    var isParked: Bool { sessions.values.contains { $0.parking != nil } }

    /// Whether it is being ended, or would have ended if the kernel had let it.
    var isLeaving: Bool { phase == .ending || phase == .stuck }

    /// Its state, for people.
    private var state: String { isParked && phase == .running ? "parked" : phase.rawValue }

    /// What has to have happened by some time.
    enum Deadline {
        /// It has been started and has said hello.
        case launch
        /// The oldest request is answered.
        case request
        /// It has ended, after the launcher was to end it.
        case end
    }

    /// Why a process is stopped that could have gone on.
    enum Fault {
        /// What a host says of it, and how long the host had waited.
        ///
        /// - Parameter detail: what exactly it did; empty when the host does not say.
        case host(BrokerInterface.Abandon.Reason, detail: String = "", after: Duration)
        /// It can be given no work any more.
        case closedControl
        /// It sent to the broker what it must not, in words.
        case brokenControl(String)
        /// A file of a host could not be taken away from it.
        case keptFile
        /// Its completion handlers went on for so long after its last host had gone.
        case overdue(Duration)
        /// It took no work for so long after it was to be started.
        case neverReady(Duration)
        /// A request had all the time that its extension point gives.
        case requestTime(Duration)
        /// It used too much of something.
        case limit(LimitBreach)
    }

    /// What was granted, and under which name.
    struct GrantKey: Hashable {
        let device: UInt64
        let file: UInt64
        let name: String
    }

    /// Its init and itself, as clients are told of them.
    func records(launcher: Int32) -> [ProcessRecord] {
        let identifier = appex.bundleIdentifier.rawValue
        var initProcess = ProcessRecord(
            role: .initProcess, pid: initPid, parent: launcher, identifier: identifier, state: state,
            age: started.millisecondsAgo)
        var process = ProcessRecord(
            role: .appExtension, pid: pid, parent: initPid, identifier: identifier, sessions: UInt32(sessions.count),
            requests: UInt32(sessions.values.count(where: \.isOpenRequest)),
            hosts: UInt32(Set(sessions.values.map(\.client)).count), state: state,
            age: started.millisecondsAgo)
        initProcess.measure()
        process.measure()
        return [initProcess, process]
    }
}

extension ContinuousClock.Instant {
    var millisecondsAgo: UInt64 { UInt64(max(0, (ContinuousClock.now - self) / .milliseconds(1))) }
}

extension LaunchPlan {
    /// How an installed extension is started on this device.
    ///
    /// - Parameter limits: of the extension, which it is told of.
    /// - Parameter kept: those of them that the kernel keeps.
    init(
        _ appex: InstalledAppex, _ configuration: BrokerConfiguration, _ limits: ExtensionLimits, kept: ResourceLimits
    ) {
        let types = configuration.layout.extensionTypeDeclarations
        // Without the list an extension starts all the same, and knows the system's types.
        let isPublished = types.withPlatformString { access($0, R_OK) } == 0
        let profile = SandboxProfile(
            bundle: appex.containingApp, executable: appex.executablePath, container: appex.containerPath,
            extraReadOnly: SwiftRuntime.folders, data: isPublished ? [types] : [], limits: kept)
        var environment = profile.environment(from: configuration.environment)
        environment[ControlInterface.limitsVariable] = limits.announcement
        if isPublished { environment[TypeGraph.environmentVariable] = types.string }
        self.init(
            profile: profile, arguments: [appex.executablePath.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }
}
