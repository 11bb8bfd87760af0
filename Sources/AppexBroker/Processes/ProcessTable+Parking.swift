import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

/// Processes that hosts have had started in advance: each has one session on which nothing has begun, and is joined by
/// nobody until its host uses that.
extension ProcessTable {
    /// Whether a process that is started in advance would be of no use: one can be joined, or the client has one.
    func isParkingUseless(_ appex: InstalledAppex, client: ClientNumber) -> Bool {
        joinable(appex) != nil
            || parked { $0.client == client }.contains { processes[$0.process]?.appex.bundlePath == appex.bundlePath }
    }

    /// A client begins a request on a session that was parked.
    ///
    /// - Returns: false when the session is not its own, or is not parked any more.
    mutating func use(_ session: SessionNumber, client: ClientNumber, summary: RequestSummary, at now: Instant) -> Bool
    {
        guard let process = process(of: session, client: client),
            process.sessions[session]?.parkedSince != nil
        else { return false }
        let number = process.number
        cancel(.parkingCheck(number, session))
        processes[number]?.sessions[session]?.parkedSince = nil
        processes[number]?.sessions[session]?.summary = summary
        processes[number]?.sessions[session]?.opened = now
        emit(.countRequest)
        emit(.observe(number))
        if !process.timers.contains(.request(number)) { arm(.request(number), after: process.limits.requestTime) }
        return true
    }

    /// It is time to decide whether a parked session may wait on.
    ///
    /// - Parameter isMemoryShort: whether memory is to be given back rather than used in advance.
    mutating func checkParked(
        _ session: SessionNumber, in number: ProcessNumber, isMemoryShort: Bool, at now: Instant
    ) {
        guard let since = processes[number]?.sessions[session]?.parkedSince else { return }
        let left = parking.time - (now - since)
        guard left > .zero, !isMemoryShort else { return giveUp(session, of: number) }
        arm(.parkingCheck(number, session), after: min(left, Self.parkingInterval))
    }

    /// Gives up parked processes of extensions that are not what they were when they were started.
    mutating func giveUpParked(where isOutdated: (InstalledAppex) -> Bool) {
        for (process, _, session) in parked() {
            if let appex = processes[process]?.appex, isOutdated(appex) { giveUp(session, of: process) }
        }
    }

    /// Gives up the oldest parked processes that a client, and the device, have too many of.
    mutating func giveUpSurplus(of client: ClientNumber) {
        let own = parked { $0.client == client }
        for (process, _, session) in own.dropLast(parking.perHost) { giveUp(session, of: process) }
        for (process, _, session) in parked().dropLast(parking.perDevice) { giveUp(session, of: process) }
    }

    /// The parked sessions like that, the oldest first. Those of processes that are being killed do not count.
    private func parked(
        where condition: (LiveProcess.Session) -> Bool = { _ in true }
    ) -> [(process: ProcessNumber, since: Instant, session: SessionNumber)] {
        processes.values.filter { !$0.isLeaving }.flatMap { process in
            process.sessions.compactMap { session, given in
                guard let since = given.parkedSince, condition(given) else { return nil }
                return (process.number, since, session)
            }
        }.sorted { ($0.since, $0.session) < ($1.since, $1.session) }
    }

    /// Kills a parked process. Its host is told first, so that it does not begin anything there.
    private mutating func giveUp(_ session: SessionNumber, of number: ProcessNumber) {
        guard let process = processes[number], process.sessions[session]?.parkedSince != nil else { return }
        removeSession(session, of: number)
        emit(
            .notify(
                session,
                RemoteFailure(
                    code: FailureCode.died,
                    message: "\(process.appex.bundleIdentifier), started ahead of need, was given up; try again.")))
        kill(number)
    }
}
