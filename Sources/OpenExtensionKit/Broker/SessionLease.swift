import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// A client's claim on a session: given back to the broker when nobody needs it any more.
final class SessionLease: SessionClaim {
    private struct State {
        var failure: RemoteFailure?
        var mourner: (@Sendable (RemoteFailure) -> Void)?
        var returned = false
    }

    /// How long the broker may take to show a file to the extension; a path may lead to a dead server.
    private static let grantLimit = Duration.seconds(10)

    let session: UInt64
    private let broker: BrokerClient
    /// The numbers of sessions are those of one connection; another broker counts anew.
    let connection: Connection
    private let state = Mutex(State())

    init(session: UInt64, broker: BrokerClient, connection: Connection) {
        self.session = session
        self.broker = broker
        self.connection = connection
    }

    deinit {
        broker.forget(session, of: connection)
        giveBack(abandoned: false)
    }

    /// The extension has answered.
    func answered() {
        notify(BrokerInterface.Answered(session: session))
    }

    /// The host is about to begin a request on a session that was parked.
    func used(for summary: RequestSummary) {
        notify(BrokerInterface.Use(session: session, summary: summary))
    }

    /// Lets the extension see a file until the session is given back.
    ///
    /// - Throws: ``WireError``, in most cases the broker's refusal.
    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile {
        try await connection.call(BrokerInterface.Grant(session: session, name: name), file, within: Self.grantLimit).0
    }

    func giveBack() {
        giveBack(abandoned: false)
    }

    /// Gives it back before the extension has answered.
    func abandon() {
        giveBack(abandoned: true)
    }

    /// Gives it back because of what the extension did or failed to do.
    ///
    /// - Returns: the identifier of the report, if one is written within ``reportLimit``.
    nonisolated(nonsending) func abandon(_ reason: BrokerInterface.Abandon.Reason, _ detail: String) async -> String? {
        guard markReturned() else { return nil }
        let abandon = BrokerInterface.Abandon(session: session, reason: reason, detail: detail)
        // The failure that the host is about to be told of counts, whatever becomes of its report.
        return try? await connection.call(abandon, within: Self.reportLimit).0.report
    }

    /// How long a host waits for the end of a process that it has given up; it takes a few milliseconds.
    private static let reportLimit = Duration.milliseconds(500)

    private func giveBack(abandoned: Bool) {
        if markReturned() { notify(BrokerInterface.Close(session: session, abandoned: abandoned)) }
    }

    /// False when it has been given back already.
    private func markReturned() -> Bool {
        state.withLock { state in
            defer { state.returned = true }
            return !state.returned
        }
    }

    private func notify(_ message: some WireMessage) {
        // A broker that has gone has already forgotten what this would tell it.
        try? connection.send(message)
    }

    /// Calls `body` once when the broker says that the process behind the session has gone, or goes
    /// itself; at once when that has happened already.
    func mourn(_ body: @escaping @Sendable (RemoteFailure) -> Void) {
        let failure = state.withLock { state in
            if state.failure == nil { state.mourner = body }
            return state.failure
        }
        if let failure { body(failure) }
    }

    /// Whether the broker has said that the process behind the session has gone.
    var hasDied: Bool { state.withLock { $0.failure != nil } }

    /// The process behind the session has gone.
    func died(_ failure: RemoteFailure) {
        let mourner = state.withLock { state in
            state.failure = state.failure ?? failure
            defer { state.mourner = nil }
            return state.mourner
        }
        mourner?(failure)
    }
}
