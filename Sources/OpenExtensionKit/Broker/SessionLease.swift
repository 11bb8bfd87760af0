import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// A claim on a session of the broker. It is given back when the lease is released, unless that has happened before.
final class SessionLease: SessionClaim {
    private struct State {
        var failure: RemoteFailure?
        var terminationHandler: (@Sendable (RemoteFailure) -> Void)?
        var returned = false
    }

    /// The maximum time for the broker to grant a file. Its path may be on a network file system that does not respond.
    private static let grantLimit = Duration.seconds(10)

    let session: UInt64
    private let broker: BrokerClient
    /// The connection that the session belongs to. Session numbers are unique within one connection only.
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

    func answered() {
        notify(BrokerInterface.Answered(session: session))
    }

    /// Tells the broker that a request is about to begin on the session of a warm process.
    func used(for summary: RequestSummary) {
        notify(BrokerInterface.Use(session: session, summary: summary))
    }

    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile {
        try await connection.call(BrokerInterface.Grant(session: session, name: name), file, within: Self.grantLimit).0
    }

    func giveBack() {
        giveBack(abandoned: false)
    }

    func abandon() {
        giveBack(abandoned: true)
    }

    /// Gives it back because of what the extension did or failed to do.
    ///
    /// - Returns: the report, if one is written within ``reportLimit``.
    nonisolated(nonsending) func abandon(
        _ reason: BrokerInterface.Abandon.Reason, _ detail: String
    ) async -> AbandonedReport {
        guard markReturned() else { return .unreported }
        let abandon = BrokerInterface.Abandon(session: session, reason: reason, detail: detail)
        do throws(WireError) {
            let report = try await connection.call(abandon, within: Self.reportLimit).0.report
            return report.map(AbandonedReport.written) ?? .unreported
        } catch .timedOut {
            return .pending
        } catch {
            // The failure that the host is about to be told of counts, whatever becomes of its report.
            return .unreported
        }
    }

    /// The maximum time to wait for the report of a process that is being ended, which usually takes a few milliseconds.
    private static let reportLimit = Duration.seconds(2)

    private func giveBack(abandoned: Bool) {
        if markReturned() { notify(BrokerInterface.Close(session: session, abandoned: abandoned)) }
    }

    /// - Returns: false if the session has already been given back.
    private func markReturned() -> Bool {
        state.withLock { state in
            defer { state.returned = true }
            return !state.returned
        }
    }

    private func notify(_ message: some WireMessage) {
        // If the broker has ended, its sessions have ended with it, and there is nothing to tell.
        try? connection.send(message)
    }

    /// Calls `body` once when the broker reports the end of the session's process or ends itself; immediately if that
    /// has already happened.
    func onTermination(_ body: @escaping @Sendable (RemoteFailure) -> Void) {
        let failure = state.withLock { state in
            if state.failure == nil { state.terminationHandler = body }
            return state.failure
        }
        if let failure { body(failure) }
    }

    var hasDied: Bool { state.withLock { $0.failure != nil } }

    /// Notes that the process of the session has ended. Only the first failure is kept.
    func died(_ failure: RemoteFailure) {
        let handler = state.withLock { state in
            state.failure = state.failure ?? failure
            defer { state.terminationHandler = nil }
            return state.terminationHandler
        }
        handler?(failure)
    }
}
