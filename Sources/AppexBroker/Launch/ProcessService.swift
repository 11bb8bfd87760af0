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
/// A process is shared by all hosts and requests of one installed extension, kept for a moment
/// after the last one, and then killed; one that leaves a request unanswered is killed at once
/// unless somebody else uses it.
actor ProcessService {
    private enum Inbox: Sendable {
        case launcherStarted(Launcher)
        case launcher(LauncherEvent)
        case launcherEnded
        case lingerOver(process: UInt64)
        case waitOver(UInt64)
        case controlClosed(process: UInt64)
    }

    private let configuration: BrokerConfiguration
    let log: Logger
    private let loop: EventLoop
    private let logs: ExtensionLogs
    private let inbox: (stream: AsyncStream<Inbox>, continuation: AsyncStream<Inbox>.Continuation)
    /// Called after every change that may have made the device idle or busy.
    private let changed: @Sendable () -> Void
    private let temporaryFolders: TemporaryFolders

    var launcher: Launcher?
    var processes: [UInt64: LiveProcess] = [:]
    /// The launcher's names for the processes.
    private var launched: [LaunchIdentifier: UInt64] = [:]
    /// What the launcher told of a launch before it had told its name.
    private var early: [LaunchIdentifier: [LauncherEvent]] = [:]
    private var nextNumber: UInt64 = 1
    /// Apps that are being removed.
    private var leaving: Set<BundleIdentifier> = []
    /// Those who wait for a process to start or to end.
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

    /// How long a list of processes waits for one that is starting; it takes a few milliseconds.
    private static let startPatience = Duration.milliseconds(500)
    /// Extensions that may live at a time. Each costs descriptors and memory of the device.
    private static let processLimit = 256

    init(configuration: BrokerConfiguration, loop: EventLoop, log: Logger, changed: @escaping @Sendable () -> Void) {
        self.configuration = configuration
        self.loop = loop
        self.log = log
        self.changed = changed
        logs = ExtensionLogs(folder: configuration.layout.logs, loop: loop)
        temporaryFolders = TemporaryFolders(log: log, changed: changed)
        inbox = AsyncStream.makeStream()
    }

    /// Handles what launcher, processes and timers report, until cancelled.
    func run() async {
        // Started ahead of need. When it cannot be, the first request says why.
        _ = try? await runningLauncher()
        await withDiscardingTaskGroup { group in
            for await message in inbox.stream {
                if case .launcherStarted(let launcher) = message {
                    let continuation = inbox.continuation
                    group.addTask {
                        for await event in launcher.events { continuation.yield(.launcher(event)) }
                        continuation.yield(.launcherEnded)
                    }
                } else {
                    await handle(message)
                }
            }
        }
    }

    // MARK: Calls of clients

    /// Whether nothing runs and nothing is left to be cleaned up.
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
    /// - Parameter died: called once if the process goes while the session is open.
    func open(
        _ appex: InstalledAppex, client: UInt64, died: @escaping @Sendable (UInt64, RemoteFailure) -> Void
    ) async throws -> (opened: BrokerInterface.Opened, socket: DescriptorBag) {
        guard !leaving.contains(appex.appIdentifier) else {
            throw RemoteFailure(code: FailureCode.notFound, message: "\(appex.bundleIdentifier) is just being removed.")
        }
        let session = number()
        let live = LiveProcess.Session(client: client) { died(session, $0) }
        while let process = joinable(appex) {
            let (ours, theirs) = try Self.sessionSocket(appex)
            // One that has just ended cannot be told; it is joinable no more then.
            guard (try? deliver(session, live, theirs, to: process)) != nil else { await kill(process); continue }
            return (BrokerInterface.Opened(session: session, launched: false), ours)
        }
        let (ours, theirs) = try Self.sessionSocket(appex)
        let process = try await start(appex) { process throws in
            try self.deliver(session, live, theirs, to: process)
        }
        log.info("launched", metadata: ["extension": "\(appex.bundleIdentifier)", "process": "\(process)"])
        return (BrokerInterface.Opened(session: session, launched: true), ours)
    }

    /// The client has its answer.
    func answered(_ session: UInt64, client: UInt64) {
        for (number, process) in processes where process.sessions[session]?.client == client {
            processes[number]?.sessions[session]?.answered = true
        }
    }

    /// Ends a session of a client.
    func close(_ session: UInt64, client: UInt64, abandoned: Bool) async {
        for (number, process) in processes where process.sessions[session]?.client == client {
            processes[number]?.sessions[session] = nil
            await settle(number, abandoned: abandoned)
            await revoke(process.sessions[session].map { Array($0.grants.values) } ?? [], of: number)
        }
    }

    /// Ends all sessions of a client that has gone.
    func closeAll(client: UInt64) async {
        for (number, process) in processes {
            let gone = process.sessions.filter { $0.value.client == client }
            guard !gone.isEmpty else { continue }
            for session in gone.keys { processes[number]?.sessions[session] = nil }
            await settle(number, abandoned: gone.values.contains { !$0.answered })
            await revoke(gone.values.flatMap(\.grants.values), of: number)
        }
    }

    /// Starts nothing of an app any more, kills what runs of it and waits until it has ended.
    func stop(application: BundleIdentifier) async {
        leaving.insert(application)
        func running() -> [UInt64] { processes.filter { $0.value.appex.appIdentifier == application }.map(\.key) }
        while !running().isEmpty {
            for number in running() { await kill(number) }
            guard !running().isEmpty else { return }
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
        while LoopTime.now < end, processes.values.contains(where: { $0.phase == .starting }) {
            await nextChange(before: end)
        }
        let own = ProcessRecord(
            role: .broker, pid: CurrentProcess.identifier, parent: CurrentProcess.parent, state: "running", age: 0)
        guard let launcher else { return [own] }
        let second = ProcessRecord(
            role: .launcher, pid: launcher.processIdentifier, parent: own.pid, state: "running", age: 0)
        let rest = processes.sorted { $0.key < $1.key }.flatMap { $0.value.records(launcher: second.pid) }
        return [own, second] + rest
    }

    // MARK: Starting

    private func number() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func joinable(_ appex: InstalledAppex) -> UInt64? {
        // The path changes with every update, so a process of an old version is never joined.
        processes.first {
            $0.value.appex.bundlePath == appex.bundlePath && $0.value.phase != .ending && !$0.value.isHung
        }?.key
    }

    private func deliver(
        _ session: UInt64, _ live: LiveProcess.Session, _ socket: DescriptorBag, to number: UInt64
    ) throws {
        guard var process = processes[number] else { return }
        do {
            try process.control.send(ControlInterface.OpenSession(session: session), socket)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died,
                message: "\(process.appex.bundleIdentifier) has just ended: \(error). Try again.")
        }
        if let token = process.linger { loop.cancel(token) }
        process.linger = nil
        process.sessions[session] = live
        if process.phase == .lingering { process.phase = .running }
        processes[number] = process
    }

    /// Starts a process. It can be joined before the launcher has answered, so that two hosts that
    /// ask at the same time share one.
    private func start(_ appex: InstalledAppex, _ prepare: (UInt64) throws -> Void) async throws -> UInt64 {
        guard processes.count < Self.processLimit else {
            throw RemoteFailure(couldNotStart: appex, "\(Self.processLimit) extensions are running already")
        }
        let process = number()
        do {
            let (ours, theirs) = try PacketSocket.pair().bags()
            let control = try control(of: process, ours)
            processes[process] = LiveProcess(appex: appex, control: control, started: .now)
            changed()
            try prepare(process)
            try await launch(process, appex, theirs)
            return process
        } catch let failure as RemoteFailure {
            remove(process)
            throw failure
        } catch {
            // Whoever joined while the launcher was asked is told as well.
            let failure = RemoteFailure(couldNotStart: appex, "\(error)")
            if let joined = processes[process] { bury(process, joined, failure) }
            throw failure
        }
    }

    private func control(of process: UInt64, _ socket: DescriptorBag) throws -> Connection {
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let control = try Connection(socket: descriptor, role: "broker")
        let continuation = inbox.continuation
        try control.start { inbound in
            switch inbound {
            case .closed: continuation.yield(.controlClosed(process: process))
            case .request(let request):
                request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
            case .event: break
            }
        }
        return control
    }

    private func launch(_ process: UInt64, _ appex: InstalledAppex, _ socket: DescriptorBag) async throws {
        if !isInUse(appex.containerPath, besides: process) { await temporaryFolders.empty(appex.containerPath).value }
        let launcher = try await runningLauncher()
        guard let control = socket.take() else { throw Errno.badFileDescriptor }
        let output = try logs.open(appex.bundleIdentifier)
        let launch = try await launcher.launch(LaunchPlan(appex, configuration), control: control, output: output)
        launched[launch] = process
        processes[process]?.launch = launch
        for event in early.removeValue(forKey: launch) ?? [] { handle(event) }
        // Its users may have gone meanwhile, or it may have been stopped.
        if processes[process]?.phase == .ending { try await launcher.kill(launch) }
    }

    private static func sessionSocket(_ appex: InstalledAppex) throws -> (ours: DescriptorBag, theirs: DescriptorBag) {
        do { return try PacketSocket.pair().bags() } catch {
            throw RemoteFailure(couldNotStart: appex, "no socket: \(error)")
        }
    }

    private func runningLauncher() async throws -> Launcher {
        if let launcher { return launcher }
        let started = try await Launcher(executable: configuration.launcher)
        // Another caller may have been faster while this one waited; the spare one ends with its owner.
        if let launcher { return launcher }
        launcher = started
        inbox.continuation.yield(.launcherStarted(started))
        for wall in started.walls.records where !wall.stands {
            log.warning("a wall is missing", metadata: ["wall": "\(wall.name)", "why": "\(wall.detail)"])
        }
        return started
    }

    // MARK: Ending

    /// Decides what becomes of a process that has lost a session.
    private func settle(_ number: UInt64, abandoned: Bool) async {
        if abandoned { processes[number]?.isHung = true }
        guard let process = processes[number], process.sessions.isEmpty, process.phase != .ending else { return }
        if process.isHung || configuration.linger == .zero { return await kill(number) }
        processes[number]?.phase = .lingering
        let continuation = inbox.continuation
        processes[number]?.linger = loop.schedule(at: .now + configuration.linger) {
            continuation.yield(.lingerOver(process: number))
        }
    }

    func kill(_ number: UInt64) async {
        guard let process = processes[number], process.phase != .ending else { return }
        processes[number]?.phase = .ending
        guard let launch = process.launch, let launcher else { return }
        do {
            try await launcher.kill(launch)
        } catch {
            // Without an answer from the launcher nothing can be trusted to end: end all of it.
            log.error("the launcher does not take orders", metadata: ["error": "\(error)"])
            await launcher.end()
        }
    }

    private func handle(_ message: Inbox) async {
        switch message {
        case .launcherStarted: break
        case .lingerOver(let number):
            if processes[number]?.phase == .lingering { await kill(number) }
        case .waitOver(let waiter): waiters.removeValue(forKey: waiter)?.resume()
        case .controlClosed(let number):
            // Without its control socket a process cannot be given work; normally it has ended. One that
            // is not yet known to run has most likely failed to start, and why is about to be told.
            if processes[number]?.phase != .starting { await kill(number) }
        case .launcherEnded:
            launcher = nil
            launched = [:]
            early = [:]
            log.error("the launcher ended")
            for (number, process) in processes {
                let text = "The launcher ended, and \(process.appex.bundleIdentifier) with it; try again."
                bury(number, process, RemoteFailure(code: FailureCode.died, message: text))
            }
        case .launcher(let event):
            handle(event)
            if case .started(let launch, _, _) = event, let number = launched[launch],
                processes[number]?.control.isClosed == true
            {
                await kill(number)
            }
        }
    }

    private func handle(_ event: LauncherEvent) {
        guard launched[event.launch] != nil else { return early[event.launch, default: []].append(event) }
        switch event {
        case .started(let launch, let pid, let initPid):
            guard let number = launched[launch], let phase = processes[number]?.phase else { return }
            processes[number]?.pid = pid
            processes[number]?.initPid = initPid
            if phase == .starting { processes[number]?.phase = .running }
            announceChange()
        case .failed(let launch, let failure):
            end(launch) { RemoteFailure(couldNotStart: $0, "\(failure)") }
        case .exited(let launch, let status, _):
            end(launch) { appex in
                let output = logs.path(appex.bundleIdentifier)
                let text =
                    "\(appex.bundleIdentifier) \(status.sentence) before it answered; its output is in \(output)."
                return RemoteFailure(code: FailureCode.died, message: text)
            }
        }
    }

    private func end(_ launch: LaunchIdentifier, _ failure: (InstalledAppex) -> RemoteFailure) {
        guard let number = launched.removeValue(forKey: launch), let process = processes[number] else { return }
        let failure = failure(process.appex)
        log.info("ended", metadata: ["process": "\(number)", "how": "\(failure.message)"])
        bury(number, process, failure)
    }

    /// Tells everybody who used a process that it has gone, and forgets it.
    private func bury(_ number: UInt64, _ process: LiveProcess, _ failure: RemoteFailure) {
        for session in process.sessions.values { session.died(failure) }
        remove(number)
    }

    private func remove(_ number: UInt64) {
        guard let process = processes.removeValue(forKey: number) else { return }
        if let token = process.linger { loop.cancel(token) }
        process.control.close()
        if !isInUse(process.appex.containerPath) { temporaryFolders.empty(process.appex.containerPath) }
        announceChange()
        changed()
    }

    /// Waits until a process has started or ended, or until a deadline.
    private func nextChange(before deadline: LoopTime? = nil) async {
        let waiter = self.number()
        let continuation = inbox.continuation
        let timer = deadline.map { loop.schedule(at: $0) { continuation.yield(.waitOver(waiter)) } }
        await withCheckedContinuation { waiters[waiter] = $0 }
        if let timer { loop.cancel(timer) }
    }

    private func announceChange() {
        let waiting = waiters
        waiters = [:]
        for continuation in waiting.values { continuation.resume() }
    }

    /// Whether a process uses a container: of one version of the extension, or of two around an update.
    private func isInUse(_ container: FilePath, besides number: UInt64? = nil) -> Bool {
        processes.contains {
            $0.key != number && $0.value.appex.containerPath == container && $0.value.phase != .ending
        }
    }
}
