import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Logging
import SystemPackage
import Synchronization

/// Coordinates the access of programs and extensions to shared files, on a socket of its own for each of them.
///
/// A ``CoordinationTable`` decides. This class passes messages to it, and performs what it says, on the event loop's
/// thread, so that a claim costs one message in each direction and no change of threads.
final class CoordinationService: Sendable {
    /// A question to a process.
    private struct Question: Hashable {
        let peer: PeerNumber
        let claim: ClaimNumber
    }

    private struct State {
        var table = CoordinationTable()
        var connections: [PeerNumber: Connection] = [:]
        /// The requests of claims that have not been answered, by the processes' numbers.
        var requests: [PeerNumber: [UInt64: InboundRequest]] = [:]
        /// The numbers of the calls by which processes are asked to prepare.
        var questions: [Question: UInt64] = [:]
        /// Limits what is logged of each process.
        var logs: [PeerNumber: TokenBucket] = [:]
        /// Whether the broker is ending, so that nothing is decided any more.
        var hasStopped = false
    }

    private let state = Mutex(State())
    private let numbers = Mutex(Numbering<PeerNumber>())
    private let loop: EventLoop
    private let log: Logger
    private let mark: RecoveryMark

    /// How much longer than its presenters a process may take to answer for them.
    private static let patience = Duration.seconds(1)
    /// How long processes have to claim again what the broker before this one has granted.
    private static let recovery = Duration.seconds(2)
    /// The messages that processes send.
    private static let messages: Set<UInt16> = [
        CoordinationInterface.Claim.code, CoordinationInterface.Release.code, CoordinationInterface.Moved.code,
        CoordinationInterface.Present.code, CoordinationInterface.Withdraw.code,
    ]

    /// - Parameter loop: the event loop of the service. Nothing else should run on it, because processes decide how much there
    ///   is to do.
    /// - Parameter mark: the path of the ``RecoveryMark``.
    /// - Parameter lastEndedBadly: whether the last broker was killed.
    init(loop: EventLoop, log: Logger, mark: FilePath, lastEndedBadly: Bool) {
        self.loop = loop
        self.log = log
        self.mark = RecoveryMark(mark)
        guard self.mark.take() || lastEndedBadly else { return }
        state.withLock { $0.table.beginRecovery() }
        _ = loop.schedule(at: .now + Self.recovery) { [weak self] in _ = self?.change { $0.endRecovery() } }
    }

    /// Decides nothing more, because the broker is ending. If programs access files, the next broker lets them claim these
    /// files again first. Can be called on any thread, and more than once.
    func stop() {
        let leavesMark = state.withLock { state in
            defer { state.hasStopped = true }
            return !state.hasStopped && state.table.isGrantedToPrograms
        }
        if leavesMark { mark.leave() }
    }

    // MARK: Processes

    /// Makes the socket of a process.
    ///
    /// - Returns: the broker's number of the process, and the end of the socket that the process gets.
    /// - Throws: `Errno` if there are no descriptors left; ``WireError``.
    func connect(
        name: String, pid: Int32, reach: CoordinationPeer.Reach
    ) throws -> (peer: PeerNumber, socket: DescriptorBag) {
        let (ours, theirs) = try PacketSocket.pair().bags()
        guard let socket = ours.take() else { throw Errno.badFileDescriptor }
        let isExtension = if case .groups = reach { true } else { false }
        let connection = try Connection(
            socket: socket, role: "broker", on: loop, hearing: .only(Self.messages),
            bodies: .inPieces(atMost: CoordinationInterface.bodyBytes), budget: isExtension ? .ofBroker : nil)
        let peer = numbers.withLock { $0.next() }
        loop.execute { self.begin(connection, peer, name: name, pid: pid, reach: reach) }
        return (peer, theirs)
    }

    private func begin(
        _ connection: Connection, _ peer: PeerNumber, name: String, pid: Int32, reach: CoordinationPeer.Reach
    ) {
        state.withLock { state in
            state.table.connect(peer, name: name, pid: pid, reach: reach)
            state.connections[peer] = connection
        }
        do throws(WireError) {
            try connection.start { [weak self] in self?.receive($0, peer) }
        } catch {
            // The process finds its socket closed.
            end(peer)
        }
    }

    /// Ends the coordination of a process. Can be called on any thread.
    func disconnect(_ peer: PeerNumber) {
        loop.execute { self.end(peer) }
    }

    /// The number of an extension's process is known. Can be called on any thread.
    func started(_ peer: PeerNumber, pid: Int32) {
        loop.execute { self.change { $0.started(peer, pid: pid) } }
    }

    /// A process has been suspended. Can be called on any thread.
    func suspend(_ peer: PeerNumber) {
        loop.execute { self.change { $0.suspend(peer) } }
    }

    /// A suspended process goes on. Can be called on any thread.
    func resume(_ peer: PeerNumber) {
        loop.execute { self.change { $0.resume(peer) } }
    }

    /// What all processes claim and present.
    nonisolated(nonsending) func records() async -> [CoordinationRecord] {
        await withCheckedContinuation { continuation in
            loop.execute { continuation.resume(returning: self.state.withLock { $0.table.records() }) }
        }
    }

    private func end(_ peer: PeerNumber) {
        let (connection, requests) = state.withLock { state in
            state.logs[peer] = nil
            return (state.connections.removeValue(forKey: peer), state.requests.removeValue(forKey: peer))
        }
        connection?.close()
        // Released after the connection, on which they would be answered.
        withExtendedLifetime(requests) {}
        change { $0.disconnect(peer) }
    }

    // MARK: Messages of a process

    private func receive(_ message: Connection.Inbound, _ peer: PeerNumber) {
        do throws(WireError) {
            switch message {
            case .request(let request) where request.code == CoordinationInterface.Claim.code:
                try claim(request, peer)
            case .request(let request) where request.code == CoordinationInterface.Present.code:
                try present(request, peer)
            case .request(let request):
                connection(peer)?.ignore(request.body.count)
                request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
            case .event(CoordinationInterface.Release.code, let body, _):
                let release = try CoordinationInterface.Release(wireBytes: body)
                // A claim that still waits is withdrawn by it.
                _ = self.request(peer, release.number)
                notice(change { $0.release(release.number, of: peer, changes: release.changes) }, body, peer)
            case .event(CoordinationInterface.Moved.code, let body, _):
                let moved = try CoordinationInterface.Moved(wireBytes: body)
                notice(change { $0.moved(moved, by: peer) }, body, peer)
            case .event(CoordinationInterface.Withdraw.code, let body, _):
                let withdraw = try CoordinationInterface.Withdraw(wireBytes: body)
                change { $0.withdraw(withdraw.presenter, of: peer) }
            case .event(_, let body, _): connection(peer)?.ignore(body.count)
            case .closed(let error):
                if case .closed = error {
                } else {
                    let name = state.withLock { $0.table.name(of: peer) }
                    log.warning(
                        "ended the coordination of a process", metadata: ["process": "\(name)", "why": "\(error)"])
                }
                end(peer)
            }
        } catch {
            connection(peer)?.reject(error)
        }
    }

    /// Counts a message that had no effect.
    private func notice(_ hadEffect: Bool, _ body: [UInt8], _ peer: PeerNumber) {
        if !hadEffect { connection(peer)?.ignore(body.count) }
    }

    private func claim(_ request: InboundRequest, _ peer: PeerNumber) throws(WireError) {
        let claim = try request.decode(CoordinationInterface.Claim.self)
        // A number in use is refused by the table, to which the request with that number must not be lost.
        let isNew = state.withLock { state in
            guard state.connections[peer] != nil, state.requests[peer]?[claim.number] == nil else { return false }
            state.requests[peer, default: [:]][claim.number] = request
            return true
        }
        guard isNew else {
            return request.fail(
                RemoteFailure(code: FailureCode.malformed, message: "The number of the claim is in use."))
        }
        change { $0.claim(claim, by: peer) }
        guard state.withLock({ $0.requests[peer]?[claim.number] != nil }) else { return }
        request.onCancel { [weak self, loop] in
            guard let self else { return }
            loop.execute { self.withdraw(claim.number, peer) }
        }
    }

    private func withdraw(_ claim: UInt64, _ peer: PeerNumber) {
        // One that has been granted meanwhile is released by the process.
        guard state.withLock({ $0.requests[peer]?.removeValue(forKey: claim) }) != nil else { return }
        change { $0.withdraw(claim: claim, of: peer) }
    }

    private func present(_ request: InboundRequest, _ peer: PeerNumber) throws(WireError) {
        let present = try request.decode(CoordinationInterface.Present.self)
        let failure = change { table -> RemoteFailure? in
            do throws(RemoteFailure) {
                try table.present(present, by: peer)
                return nil
            } catch {
                return error
            }
        }
        if let failure { request.fail(failure) } else { request.reply(Empty()) }
    }

    // MARK: Effects

    private func connection(_ peer: PeerNumber) -> Connection? { state.withLock { $0.connections[peer] } }

    /// Tells the table of an event and performs its effects. Called on the event loop's thread.
    @discardableResult
    private func change<Value: Sendable>(_ event: (inout CoordinationTable) -> Value) -> Value {
        let (value, effects) = state.withLock { state -> (Value, [CoordinationEffect]) in
            guard state.hasStopped else {
                let value = event(&state.table)
                return (value, state.table.takeEffects())
            }
            var discarded = CoordinationTable()
            return (event(&discarded), [])
        }
        for effect in effects { perform(effect) }
        return value
    }

    private func perform(_ effect: CoordinationEffect) {
        switch effect {
        case .grant(let peer, let claim, let paths):
            request(peer, claim)?.reply(CoordinationInterface.Granted(paths: paths))
        case .failed(let peer, let claim, let error):
            request(peer, claim)?.reply(CoordinationInterface.Granted(paths: [], error: error))
        case .refuse(let peer, let claim, let failure):
            guard let request = request(peer, claim) else { return }
            // A refusal costs as much as reading the claim.
            connection(peer)?.ignore(request.body.count)
            request.fail(failure)
        case .prepare(let peer, let claim, let questions, let limit): ask(peer, claim, questions, limit)
        case .withdraw(let peer, let claim):
            let call = state.withLock { $0.questions.removeValue(forKey: Question(peer: peer, claim: claim)) }
            if let call { connection(peer)?.cancel(call) }
        case .reacquire(let peer, let claim): send(CoordinationInterface.Reacquire(claim: claim.rawValue), to: peer)
        case .notify(let peer, let origin, let notices):
            send(CoordinationInterface.Notify(origin: origin, notices: notices), to: peer)
        case .lost(let peer, let claim): send(CoordinationInterface.Lost(number: claim), to: peer)
        case .reportOverdue(let peer, let presenters, let process, let path):
            guard mayLog(peer) else { return }
            log.warning(
                "presenters were not prepared in time for an access",
                metadata: [
                    "process": "\(process.tamed(by: "?"))",
                    "presenters": "\(Self.short(presenters))", "item": "\(Self.short([path]))",
                ])
        case .reportLost(let process, let paths):
            log.warning(
                "an extension was suspended while it accessed coordinated files, and its access counts as ended",
                metadata: [
                    "process": "\(process)", "items": "\(Self.short(paths))",
                ])
        }
    }

    /// Whether something may be logged about a process, which can make it happen as often as it likes.
    private func mayLog(_ peer: PeerNumber) -> Bool {
        state.withLock { $0.logs[peer, default: TokenBucket(perSecond: 1, most: 10)].take(1, at: .now) }
    }

    /// The first of some paths, for a line of the log.
    private static func short(_ paths: [String]) -> String {
        paths.prefix(4).map { String($0.prefix(200)).tamed(by: "?") }.joined(separator: ", ")
    }

    private func request(_ peer: PeerNumber, _ claim: UInt64) -> InboundRequest? {
        state.withLock { $0.requests[peer]?.removeValue(forKey: claim) }
    }

    private func ask(
        _ peer: PeerNumber, _ claim: ClaimNumber, _ questions: [CoordinationInterface.Question], _ limit: UInt32
    ) {
        guard let connection = connection(peer) else { return }
        let question = Question(peer: peer, claim: claim)
        let call = connection.begin(
            CoordinationInterface.Prepare(claim: claim.rawValue, questions: questions),
            within: .milliseconds(Int64(limit)) + Self.patience
        ) { [weak self, loop] result in
            // It can be called within `begin`, in the middle of other effects.
            guard let self else { return }
            loop.execute { self.answered(question, result) }
        }
        state.withLock { $0.questions[question] = call }
        noteBacklog(of: connection, peer)
    }

    private func answered(_ question: Question, _ result: Result<Connection.Reply, WireError>) {
        guard state.withLock({ $0.questions.removeValue(forKey: question) }) != nil else { return }
        let prepared: CoordinationInterface.Prepared?
        do {
            let reply = try result.get()
            prepared = try CoordinationInterface.Prepared(wireBytes: reply.body)
        } catch WireError.malformed(let why) {
            connection(question.peer)?.reject(.malformed(why))
            prepared = nil
        } catch {
            prepared = nil
        }
        change { $0.answered(question.claim, by: question.peer, overdue: prepared?.overdue, error: prepared?.error) }
    }

    /// Sends an event. A process that does not read gets no further changes until it does, only the last of them.
    private func send(_ message: some WireMessage, to peer: PeerNumber) {
        guard let connection = connection(peer) else { return }
        // One that has ended is about to be disconnected.
        try? connection.send(message)
        noteBacklog(of: connection, peer)
    }

    private func noteBacklog(of connection: Connection, _ peer: PeerNumber) {
        guard !connection.isFlowing else { return }
        state.withLock { $0.table.setBusy(true, peer) }
        connection.whenFlowing { [weak self, loop] in
            guard let self else { return }
            loop.execute { self.change { $0.setBusy(false, peer) } }
        }
    }
}
