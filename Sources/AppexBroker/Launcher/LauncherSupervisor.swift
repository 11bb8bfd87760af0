import AppexModel
import AppexProtocol
import AppexSandbox
import AppexSystem
import Glibc
import Logging
import SystemPackage

/// Keeps a launcher running, and hands its events to those whose launches they are about.
///
/// A launcher is started in advance, and again when one is needed after the last one has ended. All processes of a
/// launcher end with it. What it tells of a launch before the launch has a follower is kept until there is one.
actor LauncherSupervisor {
    /// Called with each event of a launch; with nil when the launcher has ended, and with it the launch.
    typealias Follower = @Sendable (LauncherEvent?) -> Void

    private struct Running {
        let number: LauncherNumber
        let launcher: Launcher
        let started: ContinuousClock.Instant
    }

    private let executable: FilePath
    private let groups: MemoryGroups
    private let log: Logger
    private let onStart: @Sendable () -> Void
    private let onEnd: @Sendable (LauncherNumber) -> Void
    private let starts: (stream: AsyncStream<Running>, continuation: AsyncStream<Running>.Continuation)

    private var running: Running?
    /// The start of a launcher that is under way; everybody who needs one waits for it.
    private var starting: Task<Running, any Error>?
    private var numbers = Numbering<LauncherNumber>()
    /// What is executed in advance; nil for nothing.
    private var warmPlan: LaunchPlan?
    private var followers: [LaunchIdentifier: Follower] = [:]
    /// Events of launches that have no follower yet.
    private var earlyEvents: [LaunchIdentifier: [LauncherEvent]] = [:]

    /// How long the launcher may take to say that it still serves requests. It takes less than a millisecond.
    private static let pingLimit = Duration.seconds(2)

    /// - Parameter onStart: called when a launcher has been started.
    /// - Parameter onEnd: called when a launcher has ended, after the last event of its launches.
    init(
        executable: FilePath, groups: MemoryGroups, log: Logger, onStart: @escaping @Sendable () -> Void,
        onEnd: @escaping @Sendable (LauncherNumber) -> Void
    ) {
        self.executable = executable
        self.groups = groups
        self.log = log
        self.onStart = onStart
        self.onEnd = onEnd
        starts = AsyncStream.makeStream()
    }

    // MARK: The launcher

    /// Hands out the events of launchers, until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await running in starts.stream {
                group.addTask {
                    for await event in running.launcher.events { await self.handle(event, of: running.number) }
                    // A broker that ends stops listening to its launcher, which goes on.
                    if !Task.isCancelled { await self.ended(running.number) }
                }
            }
        }
    }

    /// Starts a launcher if there is none.
    ///
    /// - Throws: ``SandboxError``.
    func start() async throws { _ = try await current() }

    /// The launcher's process and age; nil when there is none.
    var process: (pid: Int32, started: ContinuousClock.Instant)? {
        running.map { ($0.launcher.processIdentifier, $0.started) }
    }

    /// The layers of the sandbox on this machine. Starts a launcher if there is none.
    ///
    /// - Throws: ``SandboxError``.
    func layers() async throws -> [CheckRecord] { try await current().launcher.layers.records }

    private func current() async throws -> Running {
        if let running { return running }
        if let starting { return try await starting.value }
        let task = Task { try await startLauncher() }
        starting = task
        return try await task.value
    }

    private func startLauncher() async throws -> Running {
        // Here, because those who wait may go on only when there is another one already.
        defer { starting = nil }
        let launcher = try await Launcher(executable: executable)
        let started = Running(number: numbers.next(), launcher: launcher, started: .now)
        onStart()
        running = started
        starts.continuation.yield(started)
        _ = await tell(warmPlan, launcher)
        for layer in launcher.layers.records where !layer.stands {
            log.warning("a layer is missing", metadata: ["layer": "\(layer.name)", "why": "\(layer.detail)"])
        }
        return started
    }

    /// Has the launcher execute a runtime in advance, now and whenever the one before has been used. Without a launcher it is told
    /// when there is one.
    ///
    /// - Parameter plan: the program and its environment; nil to stop, which frees the memory.
    func warm(_ plan: LaunchPlan?) async {
        guard plan != warmPlan else { return }
        let earlier = warmPlan
        warmPlan = plan
        // The next call tries again.
        if let running, !(await tell(plan, running.launcher)), warmPlan == plan { warmPlan = earlier }
    }

    /// - Returns: whether the launcher has been told.
    private func tell(_ plan: LaunchPlan?, _ launcher: Launcher) async -> Bool {
        do throws(SandboxError) {
            try await launcher.warm(plan)
            return true
        } catch {
            // Launches take longer, and work.
            log.warning("no runtime can be prepared", metadata: ["reason": "\(error)"])
            return false
        }
    }

    private func ended(_ number: LauncherNumber) {
        guard running?.number == number else { return }
        running = nil
        log.error("the launcher ended")
        let gone = followers.values
        followers = [:]
        earlyEvents = [:]
        onEnd(number)
        for follower in gone { follower(nil) }
    }

    // MARK: Launches

    /// Asks the launcher for a launch.
    ///
    /// - Parameter control: the process's descriptor 3.
    /// - Parameter output: the process's standard output and errors.
    /// - Parameter group: the control group of the process; nil for none.
    /// - Returns: the name of the launch, for ``follow(_:_:)`` or ``discard(_:)``.
    /// - Throws: ``SandboxError``; then nothing runs.
    func launch(
        _ plan: LaunchPlan, control: DescriptorBag, output: DescriptorBag, group: DescriptorBag?
    ) async throws -> LaunchName {
        let running = try await current()
        guard let socket = control.take() else { throw Errno.badFileDescriptor }
        guard let printed = output.take() else { throw Errno.badFileDescriptor }
        let launch = try await running.launcher.launch(plan, control: socket, output: printed, group: group)
        // Another launcher gives the same names to others.
        guard self.running?.number == running.number else { throw SandboxError.launcherEnded }
        return LaunchName(launcher: running.number, identifier: launch)
    }

    /// Hands the events of a launch to a follower: those that were early at once, and then each that comes.
    ///
    /// A follower of a launch whose launcher has ended is told so at once.
    func follow(_ launch: LaunchName, _ follower: @escaping Follower) {
        guard running?.number == launch.launcher else { return follower(nil) }
        followers[launch.identifier] = follower
        for event in earlyEvents.removeValue(forKey: launch.identifier) ?? [] { tell(event) }
    }

    /// Ends a launch that is no longer needed.
    func discard(_ launch: LaunchName) async {
        follow(launch) { _ in }
        // If the order cannot be given now, the launcher has ended or is about to be found out.
        try? await kill(launch)
    }

    /// Kills a process. Harmless when it has ended already.
    ///
    /// - Throws: ``SandboxError`` when the order could not be given.
    func kill(_ launch: LaunchName) async throws(SandboxError) {
        try await launcher(of: launch).kill(launch.identifier)
    }

    /// Goes on with a launch whose network has been connected, or has to do without. Harmless when it has ended already.
    ///
    /// - Throws: ``SandboxError`` when the order could not be given.
    func proceed(_ launch: LaunchName) async throws(SandboxError) {
        try await launcher(of: launch).proceed(launch.identifier)
    }

    /// Asks the launcher of a process whether it still serves requests, and ends a launcher that does not: everything it
    /// started ends with it, and the next request starts another one.
    ///
    /// - Returns: whether the launcher is still the one of the process, and serves requests.
    func check(_ launch: LaunchName) async -> Bool {
        guard let launcher = try? launcher(of: launch) else { return false }
        let isServing = await launcher.answers(within: Self.pingLimit)
        guard running?.number == launch.launcher else { return false }
        guard isServing else {
            log.error("the launcher does not answer")
            await launcher.abandon()
            return false
        }
        return true
    }

    /// Lets a process see a file or a folder of a host.
    ///
    /// - Throws: as `Launcher.grant(_:as:to:)`.
    func grant(_ file: DescriptorBag, as granted: GrantedFile, to launch: LaunchName) async throws {
        guard let opened = file.take() else { throw Errno.badFileDescriptor }
        try await launcher(of: launch).grant(opened, as: granted, to: launch.identifier)
    }

    /// Takes a granted file away from a process.
    ///
    /// - Throws: as `Launcher.revoke(_:of:)`.
    func revoke(_ granted: GrantedFile, of launch: LaunchName) async throws(SandboxError) {
        try await launcher(of: launch).revoke(granted, of: launch.identifier)
    }

    private func launcher(of launch: LaunchName) throws(SandboxError) -> Launcher {
        guard let running, running.number == launch.launcher else { throw .launcherEnded }
        return running.launcher
    }

    private func handle(_ event: LauncherEvent, of number: LauncherNumber) {
        guard running?.number == number else { return }
        if followers[event.launch] == nil { earlyEvents[event.launch, default: []].append(event) } else { tell(event) }
    }

    private func tell(_ event: LauncherEvent) {
        guard let follower = followers[event.launch] else { return }
        switch event {
        case .waitsForNetwork, .started: break
        case .failed, .exited: followers[event.launch] = nil
        }
        follower(event)
    }

    // MARK: Helpers

    /// Launches a sandboxed helper of this project.
    ///
    /// - Parameter control: its descriptor 3.
    /// - Parameter memory: the bytes that it may use, where control groups limit memory.
    /// - Parameter follower: called for each event of it, for the last time when it has ended.
    /// - Returns: the launcher's name for it, and the launcher's own process.
    /// - Throws: ``SandboxError``, or the kernel's error; then nothing runs, and nothing is told.
    func launchHelper(
        _ plan: LaunchPlan, control: DescriptorBag, memory bytes: UInt64, _ follower: @escaping Follower
    ) async throws -> (launch: LaunchName, launcher: Int32) {
        let launcher = try await current().launcher.processIdentifier
        let output = DescriptorBag(try Descriptor(opening: "/dev/null", O_WRONLY))
        let group = try groups.take(memory: bytes)
        do {
            let launch = try await launch(plan, control: control, output: output, group: try group?.openMembers())
            follow(launch) { [groups] event in
                switch event {
                case .waitsForNetwork, .started: break
                case .failed, .exited, nil: groups.release(group)
                }
                follower(event)
            }
            return (launch, launcher)
        } catch {
            groups.release(group)
            throw error
        }
    }

    /// Kills a helper. Harmless when it has ended already.
    func endHelper(_ launch: LaunchName) async {
        guard followers[launch.identifier] != nil, running?.number == launch.launcher else { return }
        do {
            try await kill(launch)
        } catch {
            log.error("a helper could not be ended", metadata: ["error": "\(error)"])
        }
    }
}
