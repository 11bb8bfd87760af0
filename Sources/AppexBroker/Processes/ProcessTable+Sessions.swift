import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

/// The sessions of hosts in processes.
extension ProcessTable {
    /// Opens a session in a process that was resumed and has taken the session's socket.
    ///
    /// - Parameter isParked: whether the host has not begun a request yet.
    mutating func open(
        _ session: SessionNumber, in number: ProcessNumber, client: ClientNumber, summary: RequestSummary,
        isParked: Bool = false, at now: Instant
    ) {
        guard let process = processes[number] else { return }
        processes[number]?.sessions[session] = LiveProcess.Session(
            client: client, summary: summary, opened: now, parkedSince: isParked ? now : nil)
        if isParked {
            arm(.parkingCheck(number, session), after: min(parking.time, Self.parkingInterval))
        } else {
            emit(.countRequest)
        }
        emit(.observe(number))
        armRequestTimer(of: number, after: process.limits.requestTime)
    }

    /// Arms the one timer that serves all requests of a process, so that a request that is answered in time costs none.
    private mutating func armRequestTimer(of number: ProcessNumber, after time: Duration) {
        guard processes[number]?.timers.contains(.request(number)) == false else { return }
        arm(.request(number), after: time)
    }

    /// A client has its answer.
    ///
    /// - Returns: false when the client has no such session that waits for one.
    mutating func answered(_ session: SessionNumber, client: ClientNumber) -> Bool {
        guard let process = process(of: session, client: client), process.sessions[session]?.isAnswered == false else {
            return false
        }
        processes[process.number]?.sessions[session]?.isAnswered = true
        emit(.countOutcome(.answered, 1))
        crashes.succeeded(process.appex.bundlePath)
        return true
    }

    /// A client gives a session back.
    ///
    /// - Parameter abandoned: whether the extension was to do something more for it.
    /// - Returns: false when the client has no such session.
    mutating func close(_ session: SessionNumber, client: ClientNumber, abandoned: Bool) -> Bool {
        guard let process = process(of: session, client: client), let closed = process.sessions[session] else {
            return false
        }
        removeSession(session, of: process.number)
        emit(.forget(session))
        if closed.isOpenRequest { emit(.countOutcome(.withdrawn, 1)) }
        // Whatever its client says, a parked process is not kept for others.
        releaseIfUnused(process.number, abandoned: abandoned || process.isParked)
        revoke([closed], of: process.number)
        return true
    }

    /// A client has disconnected, which ends all its sessions.
    mutating func closeAll(client: ClientNumber) {
        for process in processes.values.sorted(by: { $0.number < $1.number }) {
            let closed = process.sessions.filter { $0.value.client == client }
            guard !closed.isEmpty else { continue }
            for session in closed.keys.sorted() {
                removeSession(session, of: process.number)
                emit(.forget(session))
            }
            emit(.countOutcome(.hostGone, closed.values.count(where: \.isOpenRequest)))
            releaseIfUnused(process.number, abandoned: closed.values.contains { !$0.isAnswered })
            revoke(Array(closed.values), of: process.number)
        }
    }

    /// What a host that abandons a session can expect.
    enum Abandonment: Equatable {
        /// The client has no such session.
        case unknown
        /// The process goes on, because others use it; there is no report.
        case processGoesOn
        /// The host is told when the process has ended.
        case awaitsEnd
    }

    /// A host ends a session because of what the extension did or failed to do.
    ///
    /// - Parameter detail: what exactly the extension did; empty when the host does not say.
    mutating func abandon(
        _ session: SessionNumber, client: ClientNumber, _ reason: BrokerInterface.Abandon.Reason, detail: String,
        at now: Instant
    ) -> Abandonment {
        guard let process = process(of: session, client: client), let given = process.sessions[session] else {
            return .unknown
        }
        let number = process.number
        removeSession(session, of: number)
        if given.isOpenRequest { emit(.countOutcome(.init(reason), 1)) }
        processes[number]?.fault = process.fault ?? .host(reason, detail: detail, after: now - given.opened)
        let isLast = process.sessions.count == 1
        if isLast { processes[number]?.abandoned[session] = given } else { emit(.forget(session)) }
        releaseIfUnused(number, abandoned: true)
        revoke([given], of: number)
        return isLast ? .awaitsEnd : .processGoesOn
    }

    /// Ends the requests that had all the time that the extension point gives.
    mutating func requestTimeOver(of number: ProcessNumber, at now: Instant) {
        guard let process = processes[number], !process.isLeaving else { return }
        let limit = process.limits.requestTime
        let waiting = process.sessions.filter(\.value.isOpenRequest)
        let late = waiting.filter { $0.value.opened + limit <= now }
        let oldest = waiting.values.map(\.opened).filter { $0 + limit > now }.min()
        if let oldest { armRequestTimer(of: number, after: oldest + limit - now) }
        guard !late.isEmpty else { return }
        for session in late.keys { removeSession(session, of: number) }
        emit(.countOutcome(.timedOut, late.count))
        processes[number]?.fault = process.fault ?? .requestTime(limit)
        if process.sessions.count == late.count {
            // They are told when it has ended, and of the report.
            for (session, var given) in late {
                given.isLate = true
                processes[number]?.abandoned[session] = given
            }
        } else {
            let failure = RemoteFailure(
                code: FailureCode.timedOut,
                message: "\(process.appex.bundleIdentifier) did not answer within \(limit.inSeconds), the time that "
                    + "it has for a request.")
            for session in late.keys.sorted() { emit(.notify(session, failure)) }
        }
        releaseIfUnused(number, abandoned: true)
        revoke(Array(late.values), of: number)
    }

    /// Removes a session, and with it the timer of one that is parked.
    mutating func removeSession(_ session: SessionNumber, of number: ProcessNumber) {
        cancel(.parkingCheck(number, session))
        processes[number]?.sessions[session] = nil
    }

    // MARK: Files of hosts

    /// Where a file of a host can be granted.
    enum GrantPlace: Equatable {
        /// The process has the file already, under this name.
        case granted(GrantedFile)
        /// The process has no room for another file.
        case full
        /// The file is noted, and is to be given to the process.
        case noted
    }

    /// Notes a file of a host before the process sees it, so that it is never forgotten to be taken away.
    mutating func noteGrant(
        _ file: GrantedFile, _ key: LiveProcess.GrantKey, of session: SessionNumber, in number: ProcessNumber
    ) -> GrantPlace {
        let sessions = processes[number]?.sessions ?? [:]
        // An extension may load it as often as it likes.
        if let known = sessions[session]?.grants[key] { return .granted(known) }
        guard sessions.values.reduce(0, { $0 + $1.grants.count }) < Self.grantLimit else { return .full }
        processes[number]?.sessions[session]?.grants[key] = file
        return .noted
    }

    /// A file could not be given to a process.
    mutating func removeGrant(_ key: LiveProcess.GrantKey, of session: SessionNumber, in number: ProcessNumber) {
        processes[number]?.sessions[session]?.grants[key] = nil
    }

    private mutating func revoke(_ closed: [LiveProcess.Session], of number: ProcessNumber) {
        let files = closed.flatMap(\.grants.values)
        // A process that is being killed keeps nothing.
        guard !files.isEmpty, processes[number]?.isLeaving == false else { return }
        emit(.revoke(files, from: number))
    }

    // MARK: Tests of hosts

    /// Lets a process appear to use too much memory, as a test of its host asks for.
    mutating func exhaustMemory(of number: ProcessNumber) { processes[number]?.limits.memory = 0 }
}
