import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// Opening sessions with extensions.
extension BrokerClient {
    /// Opens a session with an extension.
    ///
    /// - Parameter summary: the numbers and types of the items that will be sent, for reports.
    /// - Parameter limit: the maximum time since `asked`.
    /// - Throws: ``ExtensionError/Code/timedOut`` if the session is not open in time, with the whole limit in its message;
    ///   otherwise the broker's refusal.
    /// - Cancellation: throws at once; a session that the broker opens afterwards is given back.
    func open(
        _ identifier: String, for summary: RequestSummary = RequestSummary(), within limit: Duration,
        since asked: ContinuousClock.Instant = .now
    ) async throws -> OpenedSession {
        let opening = SessionOpening()
        let loop = try EventLoop.shared()
        let timer = loop.schedule(at: .now + (limit - (.now - asked))) {
            opening.finish(
                .failure(
                    ExtensionError(
                        .timedOut, "\(identifier) could not be opened within \(limit.inRoundedSeconds).")))
        }
        defer { loop.cancel(timer) }
        let request = BrokerInterface.Open(identifier: identifier, summary: summary)
        Task { await open(request, opening, attempts: Self.attempts) }
        return try await opening.value()
    }

    private func open(_ request: BrokerInterface.Open, _ opening: SessionOpening, attempts: Int) async {
        do throws(ExtensionError) {
            let connection = try await connected()
            connection.begin(request, within: Self.answerLimit) {
                [self, connection] result in
                // On the loop's thread: the broker's next message may be about this session.
                switch result {
                case .failure(.closed) where attempts > 1:
                    self.lost(connection)
                    Task { await self.open(request, opening, attempts: attempts - 1) }
                case .failure(.remote(let failure)):
                    opening.finish(.failure(ExtensionError(failure, interrupted: .couldNotStart)))
                case .failure(let error): opening.finish(.failure(ExtensionError(error)))
                case .success(let reply): opening.finish(Result { try self.opened(reply, connection) })
                }
            }
        } catch {
            opening.finish(.failure(error))
        }
    }

    private func opened(_ reply: Connection.Reply, _ connection: Connection) throws(ExtensionError) -> OpenedSession {
        do throws(WireError) {
            let opened = try BrokerInterface.Opened(wireBytes: reply.body)
            return OpenedSession(
                lease: lease(opened.session, connection), socket: reply.descriptors, launched: opened.launched)
        } catch {
            throw ExtensionError(error)
        }
    }

    /// Starts a warm process of an extension: one that waits for its first request.
    ///
    /// - Returns: a session on which a request can begin at once; nil if the broker did not start a process.
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/brokerUnavailable``, or the broker's refusal.
    func park(_ identifier: String) async throws(ExtensionError) -> OpenedSession? {
        let request = BrokerInterface.Park(identifier: identifier)
        var attempt = 1
        while true {
            let connection = try await connected()
            let result = await withCheckedContinuation { continuation in
                connection.begin(request, within: Self.answerLimit) { [self, connection] result in
                    // On the loop's thread: the broker's next message may be about this session.
                    continuation.resume(
                        returning: Result { () throws(WireError) in try self.parked(result.get(), connection) })
                }
            }
            do throws(WireError) {
                return try result.get()
            } catch .closed where attempt < Self.attempts {
                lost(connection)
                attempt += 1
            } catch {
                throw ExtensionError(error)
            }
        }
    }

    private func parked(
        _ reply: Connection.Reply, _ connection: Connection
    ) throws(WireError) -> OpenedSession? {
        let session = try BrokerInterface.Parked(wireBytes: reply.body).session
        return session.map {
            OpenedSession(lease: lease($0, connection), socket: reply.descriptors, launched: false)
        }
    }

    private func lease(_ session: UInt64, _ connection: Connection) -> SessionLease {
        let lease = SessionLease(session: session, broker: self, connection: connection)
        state.withLock { state in
            guard state.connection === connection else { return }
            state.leases[session] = WeakLease(lease: lease)
        }
        return lease
    }
}
