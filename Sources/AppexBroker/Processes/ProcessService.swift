import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Glibc
import Logging
import SystemPackage

/// The device's extension processes, as the services and harnesses of the broker use them.
///
/// What becomes of a process is decided by a ``ProcessTable``; this actor performs what the table says, and tells it what
/// happens. `ProcessService+Effects.swift` is where effects are performed.
actor ProcessService {
    enum Event: Sendable {
        case launch(ProcessNumber, LauncherEvent)
        case launcherEnded(LauncherNumber)
        case timer(ProcessTimer)
        case suspensionAnswer(ProcessNumber, SuspensionRound, SuspensionQuestion)
        case controlClosed(ProcessNumber)
        /// An extension has sent something on its control socket that the protocol does not allow.
        case controlBroken(ProcessNumber, String)
        case checkLauncher(ProcessNumber, LaunchName)
        case usage(UsageMonitor.Event)
        case waitOver(WaiterNumber)
    }

    /// What the launcher is to do, and is waited for.
    enum Order {
        case kill(ProcessNumber, LaunchName)
        case revoke(GrantedFile, from: ProcessNumber)
    }

    /// Launches processes, helpers of other services among them.
    nonisolated let launcher: LauncherSupervisor

    /// Coordinates the access of processes to files.
    nonisolated let coordination: CoordinationService

    let configuration: BrokerConfiguration
    let log: Logger
    let loop: EventLoop
    let metrics: BrokerMetrics
    let reporter: EndReporter
    let temporaryFolders: TemporaryFolders
    let programs = ProgramChecks()
    let runtimeChecks: RuntimeChecks
    let groups: MemoryGroups
    let events: (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)
    private let started = ContinuousClock.now
    /// Called after every change that may have made the device idle or busy.
    private let changed: @Sendable () -> Void

    var table: ProcessTable
    var links: [ProcessNumber: ProcessLink] = [:]
    var timers: [ProcessTimer: EventLoop.Token] = [:]
    /// Called with the end of each session, unless its host gives it back.
    var onTermination: [SessionNumber: @Sendable (RemoteFailure) -> Void] = [:]
    /// What the launcher is to do and has not been told yet.
    var orders: [Order] = []
    var usage: UsageMonitor
    /// The runtime that is executed in advance while there is memory for it; nil before the first is known.
    var preparedRuntime: CheckedRuntime?
    var logs: ExtensionLogs
    private var deviceLimits: DeviceLimits
    private var waiterNumbers = Numbering<WaiterNumber>()
    /// Those who wait for a process to start or to end.
    private var waiters: [WaiterNumber: CheckedContinuation<Void, Never>] = [:]
    /// Whether the broker is exiting, so that ends of the launcher and of processes are no longer reported.
    private var hasEnded = false

    /// How long a list of processes waits for one that is starting; it takes a few milliseconds.
    private static let startPatience = Duration.milliseconds(500)

    /// - Parameter changed: called after every change that may have made the device idle or busy.
    init(
        configuration: BrokerConfiguration, coordination: CoordinationService, loop: EventLoop, log: Logger,
        changed: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.coordination = coordination
        runtimeChecks = RuntimeChecks(layout: configuration.layout)
        self.loop = loop
        self.log = log
        self.changed = changed
        let metrics = BrokerMetrics()
        self.metrics = metrics
        events = AsyncStream.makeStream()
        let continuation = events.continuation
        groups = MemoryGroups(configuration: configuration, loop: loop)
        launcher = LauncherSupervisor(
            executable: configuration.launcher, groups: groups, log: log, onStart: { metrics.launcherStarted() }
        ) { continuation.yield(.launcherEnded($0)) }
        usage = UsageMonitor(groups: groups, pressure: configuration.memoryPressure, loop: loop) {
            continuation.yield(.usage($0))
        }
        table = ProcessTable(parking: configuration.parking, backsOff: configuration.backsOff)
        deviceLimits = DeviceLimits(file: configuration.layout.limits)
        logs = ExtensionLogs(layout: configuration.layout, loop: loop, dropped: metrics.logBytesDropped)
        reporter = EndReporter(
            reports: ReportStore(folder: configuration.layout.reports), metrics: metrics, log: log)
        temporaryFolders = TemporaryFolders(log: log, changed: changed)
    }

    // MARK: Events

    /// Handles what launcher, processes and timers report, until cancelled.
    func run() async {
        // Started in advance. When it cannot be, the first request says why.
        _ = try? await launcher.start()
        groups.announce(to: log)
        await withDiscardingTaskGroup { group in
            group.addTask { await self.launcher.run() }
            for await event in events.stream {
                switch event {
                // Meeting one may take seconds, in which everybody else's events are not to wait.
                case .timer(.launch), .timer(.request), .checkLauncher:
                    group.addTask { await self.handle(event) }
                default: await handle(event)
                }
            }
        }
        groups.removeAll()
        hasEnded = true
        resumeWaiters()
    }

    private func handle(_ event: Event) async {
        switch event {
        case .launch(let number, .waitsForNetwork(_, let initPid)): connect(number, initPid)
        case .launch(let number, .started(_, let pid, let initPid)):
            await programStarted(number, pid: pid, initPid: initPid)
        case .launch(let number, .failed(_, let failure)):
            await apply { $0.ended(number, .notLaunched("\(failure)")) }
        case .launch(let number, .exited(_, let status, let usage)):
            await apply { $0.ended(number, .exited(status, usage)) }
        case .launcherEnded(let launcher): await apply { $0.launcherEnded(launcher) }
        case .timer(let timer): await timerFired(timer)
        case .suspensionAnswer(let number, let round, let question):
            await apply { $0.suspensionAnswered(question, round, of: number) }
        case .controlClosed(let number): await apply { $0.controlClosed(of: number) }
        case .controlBroken(let number, let detail): await apply { $0.stop(number, .brokenControl(detail)) }
        case .checkLauncher(let number, let launch):
            guard await launcher.check(launch) else { return }
            let isInKernel = KernelWait.holds(table.processes[number]?.pid ?? 0)
            await apply { $0.launcherAnswered(about: number, isInKernel: isInKernel) }
        case .usage(let event): await handle(event)
        case .waitOver(let waiter): waiters.removeValue(forKey: waiter)?.resume()
        }
    }

    private func programStarted(_ number: ProcessNumber, pid: Int32, initPid: Int32) async {
        guard let process = table.processes[number], let link = links[number] else { return }
        metrics.started(after: .now - process.started)
        // One that has ended already has no handle, and needs none.
        if let launcher = await launcher.process?.pid {
            links[number]?.handle = try? ProcessHandle(pid, parents: [initPid, launcher])
        }
        links[number]?.output?.follow(pid)
        coordination.started(link.peer, pid: pid)
        let isClosed = link.control.isClosed
        await apply { $0.programStarted(number, pid: pid, initPid: initPid, isControlClosed: isClosed) }
    }

    /// Connects the network of a process that is being launched, and lets the launch go on. Without a connection the process
    /// finds no network, which is an error that it can handle.
    ///
    /// - Parameter pid: the first process in the network's namespace.
    private func connect(_ number: ProcessNumber, _ pid: Int32) {
        Task {
            do {
                let network = try await NetworkConnection.connect(
                    pid, by: configuration.networkProgram, allowsLoopback: configuration.allowsLoopback)
                links[number]?.network = network
            } catch {
                table.lacksNetwork(number)
                let identifier = table.processes[number]?.appex.bundleIdentifier.rawValue ?? ""
                log.warning(
                    "an extension that may use the network has none",
                    metadata: ["extension": "\(identifier)", "reason": "\(error)"])
            }
            // If the order cannot be given, the launcher has ended or is about to be found out.
            if let launch = table.processes[number]?.launch { try? await launcher.proceed(launch) }
        }
    }

    private func timerFired(_ timer: ProcessTimer) async {
        timers[timer] = nil
        let isGreeted = links[timer.process]?.control.isGreeted ?? false
        await apply { [usage] in
            $0.timerFired(timer, isGreeted: isGreeted, isMemoryShort: usage.isMemoryShort, at: .now)
        }
    }

    // MARK: The broker

    /// Whether nothing runs and nothing is left to be cleaned up.
    ///
    /// A process that could not be stopped is waited for: its end is to be seen.
    var isIdle: Bool { table.processes.isEmpty && !temporaryFolders.isBusy }

    /// Empties the temporary folders that a broker did not come to, because it was killed.
    func cleanUp(after appexes: [InstalledAppex]) {
        for appex in appexes where !table.isInUse(appex.containerPath) { temporaryFolders.empty(appex.containerPath) }
    }

    /// Starts nothing of an app any more, kills what runs of it and waits until it has ended, or turned out not to.
    ///
    /// - Throws: ``FailureCode/unavailable`` when the broker ends first.
    func stop(application: BundleIdentifier) async throws(RemoteFailure) {
        while true {
            await apply { $0.remove(application: application) }
            guard table.runs(application) else { return }
            guard !hasEnded else {
                throw RemoteFailure(
                    code: FailureCode.unavailable,
                    message: "The broker ended before it had stopped \(application); try again.")
            }
            await nextChange()
        }
    }

    /// The containers of bundles, data and groups that processes see.
    var foldersInUse: Set<FilePath> { table.foldersInUse }

    /// Waits until no process sees a container, or until the broker ends.
    func waitUntilUnused(_ folder: FilePath) async {
        while table.foldersInUse.contains(folder), !hasEnded { await nextChange() }
    }

    /// Lets processes of an app start again: it has been removed, or stays after all.
    func allow(application: BundleIdentifier) { table.allow(application: application) }

    /// Broker, launcher and extensions. Those that are just starting get a moment, as the launcher has not yet said who
    /// they are.
    func list() async -> [ProcessRecord] {
        let end = LoopTime.now + Self.startPatience
        while LoopTime.now < end, !hasEnded, table.processes.values.contains(where: { $0.phase == .starting }) {
            await nextChange(before: end)
        }
        var own = ProcessRecord(
            role: .broker, pid: CurrentProcess.identifier, parent: CurrentProcess.parent, state: "running",
            age: started.millisecondsAgo)
        own.measure()
        guard let launcher = await launcher.process else { return [own] }
        var second = ProcessRecord(
            role: .launcher, pid: launcher.pid, parent: own.pid, state: "running",
            age: launcher.started.millisecondsAgo)
        second.measure()
        let rest = table.processes.values.sorted { $0.number < $1.number }
        let waiting = ProcessRecord.waitingRuntime(of: launcher.pid, besides: Set(rest.map(\.initPid)))
        return [own, second] + rest.flatMap { $0.records(launcher: second.pid) } + (waiting.map { [$0] } ?? [])
    }

    /// What was counted and measured since the broker started.
    func metricRecords() -> [MetricRecord] { metrics.records(table.processes.values.map(\.phase)) }

    /// By which means limits are kept, for people.
    func enforcement() -> [CheckRecord] {
        [
            groups.control.record,
            CheckRecord(name: "processor time", stands: true, detail: "looking at /proc again and again"),
            CheckRecord(name: "container size", stands: true, detail: "counting the files again and again"),
        ]
    }

    /// What an extension gets now. What is wrong in the owner's file is logged when it has just been read.
    func limits(of appex: InstalledAppex) -> ExtensionLimits {
        let (limits, problems) = deviceLimits.limits(appex.extensionPoint, appex.bundleIdentifier)
        for problem in problems { log.error("a limit does not count", metadata: ["why": "\(problem)"]) }
        return configuration.adjusted(limits)
    }

    // MARK: Waiting

    /// Waits until a process has started or ended, or until a deadline.
    func nextChange(before deadline: LoopTime? = nil) async {
        guard !hasEnded else { return }
        let waiter = waiterNumbers.next()
        let continuation = events.continuation
        let timer = deadline.map { loop.schedule(at: $0) { continuation.yield(.waitOver(waiter)) } }
        await withCheckedContinuation { waiters[waiter] = $0 }
        if let timer { loop.cancel(timer) }
    }

    func announceChange() {
        resumeWaiters()
        changed()
    }

    private func resumeWaiters() {
        let waiting = waiters
        waiters = [:]
        for continuation in waiting.values { continuation.resume() }
    }
}
