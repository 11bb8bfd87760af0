import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Logging
import SystemPackage

/// The device's extension processes: which live, who uses them, and when they end.
///
/// A process is shared by all hosts and requests of one installed extension, kept, frozen, for a moment
/// after the last one, and then killed; one that leaves a request unanswered is killed at once
/// unless somebody else uses it. `Documentation/LifeCycle.md` draws its states.
actor ProcessService {
    enum Inbox: Sendable {
        case launcherStarted(Launcher)
        case launcher(LauncherEvent)
        case launcherEnded
        case lingerOver(process: UInt64)
        case settling(process: UInt64, round: UInt64, LiveProcess.Settling.Step)
        case deadline(process: UInt64, LiveProcess.Deadline)
        case waitOver(UInt64)
        case controlClosed(process: UInt64)
        /// An extension has sent on its control socket what it must not.
        case controlBroken(process: UInt64, String)
        /// A process without a control socket has had its time to end.
        case graceOver(process: UInt64)
        /// It is time to look what processes use.
        case look
        /// The memory that is a process's own has been counted, if it could be.
        case counted(process: UInt64, bytes: UInt64?, took: Duration)
        /// What a process keeps in its container has been counted.
        case measured(process: UInt64, ContainerSize, written: UInt64, took: Duration)
        case parkingCheck(session: UInt64)
    }

    let configuration: BrokerConfiguration
    let log: Logger
    let loop: EventLoop
    let reports: ReportStore
    let metrics = BrokerMetrics()
    let inbox: (stream: AsyncStream<Inbox>, continuation: AsyncStream<Inbox>.Continuation)
    /// Called after every change that may have made the device idle or busy.
    let changed: @Sendable () -> Void
    let temporaryFolders: TemporaryFolders
    private let started = ContinuousClock.now

    var logs: ExtensionLogs
    var launcher: Launcher?
    var launcherStarted = ContinuousClock.now
    /// The start of a launcher that is under way; everybody who needs one waits for it.
    var launcherStarting: Task<Launcher, any Error>?
    var processes: [UInt64: LiveProcess] = [:]
    /// The launcher's names for the processes.
    var launched: [LaunchIdentifier: UInt64] = [:]
    /// Processes that are no extensions, which somebody else looks after.
    var helpers: [LaunchIdentifier: Helper] = [:]
    /// What the launcher told of a launch before it had told its name.
    var early: [LaunchIdentifier: [LauncherEvent]] = [:]
    private var nextNumber: UInt64 = 1
    var crashes = CrashHistory()
    /// Processes for which the launcher is being asked, and what became of those that have met their end meanwhile.
    var launching: Set<UInt64> = []
    var fates: [UInt64: RemoteFailure] = [:]
    /// Apps that are being removed.
    var leaving: Set<BundleIdentifier> = []
    var deviceLimits: DeviceLimits
    /// Chosen at the first use, which is soon after the start.
    lazy var memory = makeMemoryControl()
    /// The next look at what processes use.
    var look: (token: EventLoop.Token, at: LoopTime)?
    /// Those who wait for a process to start or to end.
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// The broker ends: nobody hears of launcher and processes any more.
    private(set) var hasEnded = false

    /// How long a list of processes waits for one that is starting; it takes a few milliseconds.
    private static let startPatience = Duration.milliseconds(500)
    /// Extensions that may live at a time. Each costs descriptors and memory of the device.
    static let processLimit = 256

    init(configuration: BrokerConfiguration, loop: EventLoop, log: Logger, changed: @escaping @Sendable () -> Void) {
        self.configuration = configuration
        self.loop = loop
        self.log = log
        self.changed = changed
        deviceLimits = DeviceLimits(file: configuration.layout.limits)
        logs = ExtensionLogs(layout: configuration.layout, loop: loop, dropped: metrics.logBytesDropped)
        reports = ReportStore(folder: configuration.layout.reports)
        temporaryFolders = TemporaryFolders(log: log, changed: changed)
        inbox = AsyncStream.makeStream()
    }

    /// Handles what launcher, processes and timers report, until cancelled.
    func run() async {
        // Started ahead of need. When it cannot be, the first request says why.
        _ = try? await runningLauncher()
        announceMemoryControl()
        await withDiscardingTaskGroup { group in
            for await message in inbox.stream {
                if case .launcherStarted(let launcher) = message {
                    let continuation = inbox.continuation
                    group.addTask {
                        for await event in launcher.events { continuation.yield(.launcher(event)) }
                        // A broker that ends stops listening to its launcher, which goes on.
                        if !Task.isCancelled { continuation.yield(.launcherEnded) }
                    }
                } else if case .deadline(let number, let deadline) = message {
                    // Meeting one may take seconds, in which everybody else's news is not to wait.
                    group.addTask { await self.meet(deadline, of: number) }
                } else {
                    await handle(message)
                }
            }
        }
        memory.groups?.removeAll()
        hasEnded = true
        announceChange()
    }

    // MARK: Calls of clients

    /// Whether nothing runs and nothing is left to be cleaned up.
    ///
    /// A process that could not be stopped is waited for: its end is to be seen.
    var isIdle: Bool { processes.isEmpty && !temporaryFolders.isBusy }

    /// Empties the temporary folders that a broker did not come to, because it was killed.
    func cleanUp(after appexes: [InstalledAppex]) {
        for appex in appexes where !isInUse(appex.containerPath) { temporaryFolders.empty(appex.containerPath) }
    }

    /// The walls of this machine.
    func walls() async throws -> [WallRecord] {
        try await runningLauncher().walls.records
    }

    /// Opens a session, joining a live process or starting one.
    ///
    /// - Parameter appVersion: the version of the containing app, for reports.
    /// - Parameter died: called once if the process goes while the session is open.
    func open(
        _ appex: InstalledAppex, appVersion: String?, summary: RequestSummary, client: UInt64,
        died: @escaping @Sendable (UInt64, RemoteFailure) -> Void
    ) async throws -> (opened: BrokerInterface.Opened, socket: DescriptorBag) {
        let session = number()
        let live = LiveProcess.Session(client: client, summary: summary) { died(session, $0) }
        while let process = joinable(appex) {
            try refuseIfLeaving(appex)
            try checkRoom(in: process)
            let (ours, theirs) = try Self.sessionSocket(appex)
            // One that has just ended cannot be told; it is joinable no more then.
            guard (try? deliver(session, live, theirs, to: process)) != nil else {
                await stop(process, .closedControl)
                continue
            }
            return (BrokerInterface.Opened(session: session, launched: false), ours)
        }
        let (ours, theirs) = try Self.sessionSocket(appex)
        let process = try await start(appex, appVersion) { process throws in
            try self.deliver(session, live, theirs, to: process)
        }
        log.info("launched", metadata: ["extension": "\(appex.bundleIdentifier)", "process": "\(process)"])
        return (BrokerInterface.Opened(session: session, launched: true), ours)
    }

    func refuseIfLeaving(_ appex: InstalledAppex) throws(RemoteFailure) {
        guard leaving.contains(appex.appIdentifier) else { return }
        throw RemoteFailure(code: FailureCode.notFound, message: "\(appex.bundleIdentifier) is just being removed.")
    }

    /// The client has its answer.
    ///
    /// - Returns: false when the client has no such session that waits for one.
    func answered(_ session: UInt64, client: UInt64) -> Bool {
        var isKnown = false
        for (number, process) in processes {
            guard let given = process.sessions[session], given.client == client, !given.answered else { continue }
            isKnown = true
            processes[number]?.sessions[session]?.answered = true
            metrics.requestEnded(.answered)
            crashes.succeeded(process.appex.bundlePath)
        }
        return isKnown
    }

    /// Ends a session because of what the extension did or failed to do.
    ///
    /// - Parameter reported: called once: when the process has ended, with the identifier of the report, or at once
    ///   when there is none yet.
    func abandon(
        _ abandon: BrokerInterface.Abandon, client: UInt64, reported: @escaping @Sendable (String?) -> Void
    ) async {
        let session = abandon.session
        guard let (number, found) = processes.first(where: { $0.value.sessions[session]?.client == client }),
            var given = found.sessions[session]
        else { return reported(nil) }
        var process = found
        process.sessions[session] = nil
        if given.isOpenRequest { metrics.requestEnded(.init(abandon.reason)) }
        process.fault =
            process.fault ?? .host(abandon.reason, detail: abandon.detail, after: .now - given.opened)
        if process.sessions.isEmpty {
            given.died = { reported($0.report) }
            process.abandoned.append(given)
        } else {
            reported(nil)
        }
        processes[number] = process
        await settle(number, abandoned: true)
        await revoke(given.grants.values, of: number)
    }

    /// Ends a session of a client.
    ///
    /// - Returns: false when the client has no such session.
    func close(_ session: UInt64, client: UInt64, abandoned: Bool) async -> Bool {
        var isKnown = false
        for (number, process) in processes where process.sessions[session]?.client == client {
            isKnown = true
            processes[number]?.sessions[session] = nil
            if process.sessions[session]?.isOpenRequest == true { metrics.requestEnded(.withdrawn) }
            // Whatever its client says, a parked one is not kept for others.
            await settle(number, abandoned: abandoned || process.isParked)
            await revoke(process.sessions[session].map { Array($0.grants.values) } ?? [], of: number)
        }
        return isKnown
    }

    /// Ends all sessions of a client that has gone.
    func closeAll(client: UInt64) async {
        for (number, process) in processes {
            let gone = process.sessions.filter { $0.value.client == client }
            guard !gone.isEmpty else { continue }
            for session in gone.keys { processes[number]?.sessions[session] = nil }
            metrics.requestEnded(.hostGone, count: gone.values.count(where: \.isOpenRequest))
            await settle(number, abandoned: gone.values.contains { !$0.answered })
            await revoke(gone.values.flatMap(\.grants.values), of: number)
        }
    }

    /// Starts nothing of an app any more, kills what runs of it and waits until it has ended, or turned out not to: what
    /// waits in the kernel runs no code any more, and does not need the app's files.
    ///
    /// - Throws: when the broker ends first.
    func stop(application: BundleIdentifier) async throws(RemoteFailure) {
        leaving.insert(application)
        func running() -> [UInt64] {
            processes.filter { $0.value.appex.appIdentifier == application && $0.value.phase != .stuck }.map(\.key)
        }
        while !running().isEmpty {
            for number in running() { await kill(number) }
            guard !running().isEmpty else { return }
            guard !hasEnded else {
                throw RemoteFailure(
                    code: FailureCode.unavailable,
                    message: "The broker ended before it had stopped \(application); try again.")
            }
            await nextChange()
        }
    }

    /// The app has been removed, or stays after all.
    func allow(application: BundleIdentifier) {
        leaving.remove(application)
    }

    /// Broker, launcher and extensions. Those that are just starting get a moment, as the launcher has
    /// not yet said who they are.
    func list() async -> [ProcessRecord] {
        let end = LoopTime.now + Self.startPatience
        while LoopTime.now < end, !hasEnded, processes.values.contains(where: { $0.phase == .starting }) {
            await nextChange(before: end)
        }
        var own = ProcessRecord(
            role: .broker, pid: CurrentProcess.identifier, parent: CurrentProcess.parent, state: "running",
            age: started.millisecondsAgo)
        own.measure()
        guard let launcher else { return [own] }
        var second = ProcessRecord(
            role: .launcher, pid: launcher.processIdentifier, parent: own.pid, state: "running",
            age: launcherStarted.millisecondsAgo)
        second.measure()
        let rest = processes.sorted { $0.key < $1.key }.flatMap { $0.value.records(launcher: second.pid) }
        return [own, second] + rest
    }

    /// What was counted and measured since the broker started.
    func counted() -> [MetricRecord] {
        metrics.records(processes.values.map(\.phase))
    }

    // MARK: Shared by starting and ending

    func number() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Waits until a process has started or ended, or until a deadline.
    func nextChange(before deadline: LoopTime? = nil) async {
        guard !hasEnded else { return }
        let waiter = self.number()
        let continuation = inbox.continuation
        let timer = deadline.map { loop.schedule(at: $0) { continuation.yield(.waitOver(waiter)) } }
        await withCheckedContinuation { waiters[waiter] = $0 }
        if let timer { loop.cancel(timer) }
    }

    func announceChange() {
        let waiting = waiters
        waiters = [:]
        for continuation in waiting.values { continuation.resume() }
    }

    /// Whether a process uses a container: of one version of the extension, or of two around an update.
    func isInUse(_ container: FilePath, besides number: UInt64? = nil) -> Bool {
        processes.contains {
            $0.key != number && $0.value.appex.containerPath == container && !$0.value.isLeaving
        }
    }
}
