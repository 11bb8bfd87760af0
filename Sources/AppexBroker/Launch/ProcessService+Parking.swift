import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Logging

/// Processes that hosts have had started ahead of need: each has one session on which nothing has begun, and is
/// joined by nobody until its host uses that.
extension ProcessService {
    /// How often one that waits is looked at.
    private static let parkingInterval = Duration.seconds(1)

    /// Starts a process for a client that may soon want it.
    ///
    /// - Returns: no session when one would be of no use: a process can be joined, the client has parked one already,
    ///   or memory is short.
    func park(
        _ appex: InstalledAppex, appVersion: String?, client: UInt64,
        died: @escaping @Sendable (UInt64, RemoteFailure) -> Void
    ) async throws -> (parked: BrokerInterface.Parked, socket: DescriptorBag?) {
        let known = parked { $0.client == client }.contains {
            processes[$0.process]?.appex.bundlePath == appex.bundlePath
        }
        guard joinable(appex) == nil, !known, !configuration.memoryPressure.isHigh else {
            return (BrokerInterface.Parked(session: nil), nil)
        }
        let session = number()
        let (ours, theirs) = try Self.sessionSocket(appex)
        let live = LiveProcess.Session(
            client: client, summary: RequestSummary(),
            parking: LiveProcess.Parking(check: scheduleCheck(of: session, after: configuration.parking.time))
        ) { died(session, $0) }
        let process = try await start(appex, appVersion) { process throws in
            try self.deliver(session, live, theirs, to: process)
        }
        log.info("parked", metadata: ["extension": "\(appex.bundleIdentifier)", "process": "\(process)"])
        await giveUpMost(of: client)
        return (BrokerInterface.Parked(session: session), ours)
    }

    /// The client has begun a request. Nothing happens when the session is not its own, or is not parked any more.
    ///
    /// - Returns: whether it was.
    func use(_ session: UInt64, client: UInt64, summary: RequestSummary) -> Bool {
        guard let (number, process) = processes.first(where: { $0.value.sessions[session]?.client == client }),
            var used = process.sessions[session], let parking = used.parking
        else { return false }
        loop.cancel(parking.check)
        used.parking = nil
        used.summary = summary
        used.opened = .now
        processes[number]?.sessions[session] = used
        metrics.requestOpened()
        processes[number]?.accounting.nextLook = .now
        scheduleLook(of: number)
        if process.deadlines[.request] == nil { arm(.request, of: number, after: process.limits.requestTime) }
        return true
    }

    /// Gives up parked processes of extensions that are not what they were when they were started.
    func giveUpParked(where isOutdated: (InstalledAppex) -> Bool) async {
        for (process, _, session) in parked() {
            if let appex = processes[process]?.appex, isOutdated(appex) { await giveUp(session, of: process) }
        }
    }

    /// Looks whether a parked process may wait on.
    func checkParked(_ session: UInt64) async {
        guard let (process, found) = processes.first(where: { $0.value.sessions[session]?.parking != nil }),
            let parking = found.sessions[session]?.parking
        else { return }
        let left = configuration.parking.time - (.now - parking.since)
        guard left > .zero, !configuration.memoryPressure.isHigh else { return await giveUp(session, of: process) }
        processes[process]?.sessions[session]?.parking?.check = scheduleCheck(of: session, after: left)
    }

    private func scheduleCheck(of session: UInt64, after left: Duration) -> EventLoop.Token {
        let continuation = inbox.continuation
        return loop.schedule(at: .now + min(left, Self.parkingInterval)) {
            continuation.yield(.parkingCheck(session: session))
        }
    }

    private typealias Parked = (process: UInt64, since: ContinuousClock.Instant, session: UInt64)

    /// The parked processes with sessions like that, the oldest first. Those that are ended count no more.
    private func parked(where condition: (LiveProcess.Session) -> Bool = { _ in true }) -> [Parked] {
        var found: [Parked] = []
        for (number, process) in processes where !process.isLeaving {
            for (session, given) in process.sessions where condition(given) {
                if let parking = given.parking { found.append((number, parking.since, session)) }
            }
        }
        return found.sorted { $0.since < $1.since }
    }

    /// Gives up the oldest of those that a client, and the device, have too many of.
    private func giveUpMost(of client: UInt64) async {
        let own = parked { $0.client == client }
        for (process, _, session) in own.dropLast(configuration.parking.perHost) { await giveUp(session, of: process) }
        for (process, _, session) in parked().dropLast(configuration.parking.perDevice) {
            await giveUp(session, of: process)
        }
    }

    /// Ends a parked process. Its host is told first, so that it does not begin anything there.
    private func giveUp(_ session: UInt64, of process: UInt64) async {
        guard let parked = processes[process], let given = parked.sessions[session], let parking = given.parking else {
            return
        }
        loop.cancel(parking.check)
        processes[process]?.sessions[session] = nil
        let identifier = parked.appex.bundleIdentifier
        given.died(
            RemoteFailure(
                code: FailureCode.died, message: "\(identifier), started ahead of need, was given up; try again."))
        log.info("given up", metadata: ["extension": "\(identifier)", "process": "\(process)"])
        await kill(process)
    }
}
