import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import SystemPackage

/// A session that is about to be opened.
struct PendingSession: Sendable {
    let session: SessionNumber
    let client: ClientNumber
    let summary: RequestSummary
    /// Whether the host has not begun a request yet.
    let isParked: Bool
    let onTermination: ProcessService.Termination
}

/// Starting processes, and opening sessions in them.
extension ProcessService {
    /// A pair of sockets for a session.
    static func sessionSocket(_ appex: InstalledAppex) throws -> (ours: DescriptorBag, theirs: DescriptorBag) {
        do { return try PacketSocket.pair().bags() } catch {
            throw RemoteFailure(couldNotStart: appex, "no socket: \(error)")
        }
    }

    /// Hands a session to a process, which is resumed for that.
    ///
    /// - Throws: ``FailureCode/died`` when the process cannot be told.
    func deliver(_ opening: PendingSession, _ socket: DescriptorBag, to number: ProcessNumber) throws(RemoteFailure) {
        table.resume(number)
        perform()
        guard let process = table.processes[number], let control = links[number]?.control else { return }
        do {
            try control.send(ControlInterface.OpenSession(session: opening.session.rawValue), socket)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died,
                message: "\(process.appex.bundleIdentifier) has just ended: \(error). Try again.")
        }
        usage.requestBegins(opening.session, in: process)
        onTermination[opening.session] = { [opening] in opening.onTermination(opening.session, $0) }
        table.open(
            opening.session, in: number, client: opening.client, summary: opening.summary, isParked: opening.isParked,
            at: .now)
        perform()
    }

    /// Starts a process with its first session.
    ///
    /// - Throws: ``RemoteFailure`` that says why there is none. Whoever has joined it meanwhile has been told as well.
    func start(
        _ appex: InstalledAppex, appVersion: String?, for opening: PendingSession, _ socket: DescriptorBag
    ) async throws -> ProcessNumber {
        let number = try table.admit(appex, at: .now)
        do {
            let (ours, theirs) = try PacketSocket.pair().bags()
            links[number] = try link(number, appex, ours)
            table.start(number, appex, appVersion: appVersion, limits: limits(of: appex), at: .now)
            perform()
            try deliver(opening, socket, to: number)
            try await launch(number, appex, theirs)
            _ = table.finishLaunch(of: number)
            return number
        } catch {
            // The process may also have met its end meanwhile, with the launcher's.
            let why = (error as? RemoteFailure)?.message ?? "\(error)"
            await apply { $0.ended(number, .notLaunched(why)) }
            let told = table.finishLaunch(of: number)
            var failure =
                told.map { RemoteFailure(code: FailureCode.couldNotStart, message: $0.message, report: $0.report) }
                ?? RemoteFailure(couldNotStart: appex, why)
            let hasLauncherEnded = if case SandboxError.launcherEnded = error { true } else { false }
            let isMissing = (error as? RemoteFailure)?.code == FailureCode.interrupted
            if hasLauncherEnded || isMissing || told?.code == FailureCode.interrupted {
                failure.code = FailureCode.interrupted
            }
            throw failure
        }
    }

    private func link(_ number: ProcessNumber, _ appex: InstalledAppex, _ socket: DescriptorBag) throws -> ProcessLink {
        let (peer, theirs) = try coordination.connect(
            name: appex.bundleIdentifier.rawValue, pid: 0, reach: appex.coordinationReach)
        do {
            let control = try control(of: number, socket)
            try control.send(ControlInterface.OpenCoordination(), theirs)
            return ProcessLink(control: control, peer: peer)
        } catch {
            coordination.disconnect(peer)
            throw error
        }
    }

    private func control(of number: ProcessNumber, _ socket: DescriptorBag) throws -> Connection {
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let control = try Connection(socket: descriptor, role: "broker", hearing: .answers, budget: .ofBroker)
        let continuation = events.continuation
        try control.start { inbound in
            switch inbound {
            case .closed(.closed): continuation.yield(.controlClosed(number))
            case .closed(let error): continuation.yield(.controlBroken(number, "\(error)"))
            // Of a peer that may only answer, neither gets here.
            case .request, .event: break
            }
        }
        return control
    }

    private func launch(_ number: ProcessNumber, _ appex: InstalledAppex, _ socket: DescriptorBag) async throws {
        if !table.isInUse(appex.containerPath, besides: number) {
            await temporaryFolders.empty(appex.containerPath).value
        }
        try await programs.check(appex)
        let runtime = try await runtime(of: appex)
        try await launcher.start()
        // It may have met its end meanwhile, with the launcher before this one; nobody would know of what is started.
        guard let process = table.processes[number] else { throw SandboxError.launcherEnded }
        let (output, end) = try logs.open(appex.bundleIdentifier)
        links[number]?.output = output
        let plan = LaunchPlan(
            appex, configuration, process.limits, kept: ResourceLimits(process.limits, groups.control),
            runtime: runtime?.folder)
        let launch = try await launcher.launch(plan, control: socket, output: end, group: try group(of: process))
        // It may have met its end meanwhile, its time being over; nobody would know of what is started.
        guard table.named(number, launch) else {
            await launcher.discard(launch)
            throw SandboxError.notChanged(step: "its start", .timedOut)
        }
        metrics.launched()
        perform()
        let continuation = events.continuation
        await launcher.follow(launch) { event in
            // That the launcher has ended is told for all of its processes at once.
            if let event { continuation.yield(.launch(number, event)) }
        }
        await carryOutOrders()
        await prepare(runtime)
    }

    private func group(of process: LiveProcess) throws(RemoteFailure) -> DescriptorBag? {
        do throws(Errno) { return try usage.takeGroup(of: process) } catch {
            throw RemoteFailure(
                code: FailureCode.couldNotStart, message: "No control group could be made for it: \(error).")
        }
    }
}
