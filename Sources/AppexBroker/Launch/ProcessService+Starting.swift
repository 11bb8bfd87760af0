import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Logging
import SystemPackage

/// Starting processes, and joining those that live.
extension ProcessService {
    func joinable(_ appex: InstalledAppex) -> UInt64? {
        // The path changes with every update, so a process of an old version is never joined.
        processes.first {
            $0.value.appex.bundlePath == appex.bundlePath && !$0.value.isLeaving && !$0.value.isHung
                && !$0.value.isParked && !$0.value.isSingleUse
        }?.key
    }

    func deliver(
        _ session: UInt64, _ live: LiveProcess.Session, _ socket: DescriptorBag, to number: UInt64
    ) throws {
        wake(number)
        guard var process = processes[number] else { return }
        do {
            try process.control.send(ControlInterface.OpenSession(session: session), socket)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died,
                message: "\(process.appex.bundleIdentifier) has just ended: \(error). Try again.")
        }
        process.begin(session, live)
        if live.isOpenRequest { metrics.requestOpened() }
        processes[number] = process
        scheduleLook(of: number)
        if process.deadlines[.request] == nil { arm(.request, of: number, after: process.limits.requestTime) }
    }

    /// Starts a process. It can be joined before the launcher has answered, so that two hosts that
    /// ask at the same time share one.
    func start(_ appex: InstalledAppex, _ appVersion: String?, _ prepare: (UInt64) throws -> Void) async throws
        -> UInt64
    {
        try refuseIfStuck(appex)
        guard processes.values.count(where: { $0.phase != .stuck }) < Self.processLimit else {
            throw RemoteFailure(couldNotStart: appex, "\(Self.processLimit) extensions are running already")
        }
        try refuseIfLeaving(appex)
        try refuseIfCrashing(appex)
        let process = number()
        launching.insert(process)
        defer {
            launching.remove(process)
            fates[process] = nil
        }
        do {
            let (ours, theirs) = try PacketSocket.pair().bags()
            let control = try control(of: process, ours)
            processes[process] = LiveProcess(
                appex: appex, limits: limits(of: appex), appVersion: appVersion,
                control: control)
            awaitLaunch(of: process)
            changed()
            try prepare(process)
            try await launch(process, appex, theirs)
            return process
        } catch {
            // Whoever joined while the launcher was asked is told as well. The process may also have met its end
            // meanwhile, with the launcher's.
            let why = (error as? RemoteFailure)?.message ?? "\(error)"
            let told = end(process, .notLaunched(why)) ?? fates[process]
            var failure =
                told.map { RemoteFailure(code: FailureCode.couldNotStart, message: $0.message, report: $0.report) }
                ?? RemoteFailure(couldNotStart: appex, why)
            let hasLauncherEnded = if case SandboxError.launcherEnded = error { true } else { false }
            if hasLauncherEnded || told?.code == FailureCode.interrupted { failure.code = FailureCode.interrupted }
            throw failure
        }
    }

    private func control(of process: UInt64, _ socket: DescriptorBag) throws -> Connection {
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let control = try Connection(socket: descriptor, role: "broker", hearing: .answers)
        let continuation = inbox.continuation
        try control.start { inbound in
            switch inbound {
            case .closed(.closed): continuation.yield(.controlClosed(process: process))
            case .closed(let error): continuation.yield(.controlBroken(process: process, "\(error)"))
            // Of a peer that may only answer, neither gets here.
            case .request, .event: break
            }
        }
        return control
    }

    private func launch(_ process: UInt64, _ appex: InstalledAppex, _ socket: DescriptorBag) async throws {
        if !isInUse(appex.containerPath, besides: process) { await temporaryFolders.empty(appex.containerPath).value }
        let launcher = try await runningLauncher()
        // It may have met its end meanwhile, with the launcher before this one; nobody would know of what is started.
        guard let limits = processes[process]?.limits else { throw SandboxError.launcherEnded }
        guard let control = socket.take() else { throw Errno.badFileDescriptor }
        let (output, end) = try logs.open(appex.bundleIdentifier)
        guard let printed = end.take() else { throw Errno.badFileDescriptor }
        processes[process]?.output = output
        let plan = LaunchPlan(appex, configuration, limits, kept: ResourceLimits(limits, memory))
        let launch = try await launcher.launch(
            plan, control: control, output: printed, group: try group(for: process, limits))
        // Another launcher gives the same names to others.
        guard self.launcher === launcher else { throw SandboxError.launcherEnded }
        // It may have met its end meanwhile, its time being over; nobody would know of what is started.
        guard processes[process] != nil else {
            try await launcher.kill(launch)
            throw SandboxError.notChanged(step: "its start", .timedOut)
        }
        metrics.launched()
        launched[launch] = process
        processes[process]?.launch = launch
        for event in early.removeValue(forKey: launch) ?? [] { handle(event) }
        // Its users may have gone meanwhile, or it may have been stopped.
        if processes[process]?.phase == .ending { await orderEnd(of: process, launch) }
    }

    static func sessionSocket(_ appex: InstalledAppex) throws -> (ours: DescriptorBag, theirs: DescriptorBag) {
        do { return try PacketSocket.pair().bags() } catch {
            throw RemoteFailure(couldNotStart: appex, "no socket: \(error)")
        }
    }

    func runningLauncher() async throws -> Launcher {
        if let launcher { return launcher }
        if let launcherStarting { return try await launcherStarting.value }
        let starting = Task { try await startLauncher() }
        launcherStarting = starting
        return try await starting.value
    }

    private func startLauncher() async throws -> Launcher {
        // Here, because those who wait may go on only when there is another one already.
        defer { launcherStarting = nil }
        let started = try await Launcher(executable: configuration.launcher)
        metrics.launcherStarted()
        launcher = started
        launcherStarted = .now
        inbox.continuation.yield(.launcherStarted(started))
        for wall in started.walls.records where !wall.stands {
            log.warning("a wall is missing", metadata: ["wall": "\(wall.name)", "why": "\(wall.detail)"])
        }
        return started
    }
}
