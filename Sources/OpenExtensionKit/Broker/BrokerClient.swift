package import AppexModel
import AppexProtocol
package import AppexSystem
package import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// The connection of this process to the broker of a device. It starts the broker, and starts it again, as needed.
///
/// May be used from any task.
package final class BrokerClient: Sendable {
    struct State {
        var connection: Connection?
        /// The current attempt to connect. All callers wait for the same attempt, because a second connection would end
        /// the sessions of the first.
        var connecting: Task<Connection, any Error>?
        /// The leases of the connection, by the numbers of their sessions.
        var leases: [UInt64: WeakLease] = [:]
    }

    struct WeakLease {
        weak var lease: SessionLease?
    }

    /// The device.
    let place: DevicePlace
    private let environment: [String: String]
    private let types: DeviceTypes
    /// Whether the host allows extensions at a point; nil to allow them at every point.
    private let allowsPoint: (@Sendable (String) -> Bool)?
    let state = Mutex(State())

    /// The maximum time for an answer of the broker. Installing a large app takes longest.
    package static let answerLimit = Duration.seconds(120)
    /// The maximum time for one long poll for changes; then the query is repeated.
    private static let watchLimit = Duration.seconds(86_400)
    /// How often a call is attempted. The broker may exit at the moment when it is called, and is then started again.
    static let attempts = 5
    /// How long to wait for a broker of another version to end before the next attempt.
    private static let replacementPause = Duration.milliseconds(200)

    /// Creates a client and reads the types that the device's apps declare. Connects at the first call.
    ///
    /// - Parameter environment: the variables from which the broker's program and its settings are taken.
    /// - Parameter allowsPoint: whether the host allows extensions at a point; nil to allow them at every point. Called
    ///   on any thread.
    package init(
        place: DevicePlace, environment: [String: String],
        allowing allowsPoint: (@Sendable (String) -> Bool)? = nil
    ) {
        self.place = place
        self.environment = environment
        self.allowsPoint = allowsPoint
        types = DeviceTypes(file: place.layout.typeDeclarations)
        types.refresh()
    }

    deinit { state.withLock { $0.connection }?.close() }

    /// Calls the broker, and starts it first if it is not running.
    ///
    /// - Parameter once: true for a request that changes the device. Other requests are repeated if the broker ends
    ///   before it has answered.
    /// - Parameter limit: the maximum time for the call, including connecting to the broker and starting it.
    /// - Returns: the reply and the file descriptors that came with it.
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/brokerUnavailable`` if no broker can be started or
    ///   reached, or with the code of the broker's refusal.
    package func call<Request: WireRequest>(
        _ request: Request, once: Bool = false, within limit: Duration = answerLimit
    ) async throws(ExtensionError) -> (Request.Reply, DescriptorBag) {
        let deadline = ContinuousClock.now + limit
        // A call that may be repeated finds out whether the broker has ended since the last call.
        if once { _ = try await call(BrokerInterface.Greet(), within: limit) }
        var attempts = once ? 1 : Self.attempts
        while true {
            let connection = try await connected(within: limit, before: deadline)
            do {
                return try await connection.call(request, within: deadline - .now)
            } catch .timedOut {
                throw noAnswer(within: limit)
            } catch .closed where attempts > 1 {
                lost(connection)
                attempts -= 1
            } catch {
                throw ExtensionError(error)
            }
        }
    }

    /// Finds the offered extensions at points that the host allows.
    func match(_ query: MatchQuery) async throws(ExtensionError) -> MatchAnswer {
        defer { types.refresh() }
        return withoutVetoedPoints(try await call(BrokerInterface.Match(query)).0).localized()
    }

    /// Long poll: waits until the answer differs from the one with the fingerprint `known`.
    func watch(_ query: MatchQuery, known: UInt64) async throws(ExtensionError) -> MatchAnswer {
        defer { types.refresh() }
        return withoutVetoedPoints(
            try await call(BrokerInterface.Watch(query, known: known), within: Self.watchLimit).0
        ).localized()
    }

    /// Hides extensions at points that the host does not allow. The broker, which decides what is offered, does not know
    /// of this veto.
    private func withoutVetoedPoints(_ answer: MatchAnswer) -> MatchAnswer {
        guard let allowsPoint else { return answer }
        var answer = answer
        answer.extensions.removeAll { !allowsPoint($0.point) }
        return answer
    }

    /// The extension with a bundle identifier, if it is offered, at a point that the host allows.
    func find(
        _ identifier: String, within limit: Duration = answerLimit
    ) async throws(ExtensionError) -> ExtensionRecord {
        let found = try await call(BrokerInterface.Find(identifier: identifier), within: limit).0
        guard allowsPoint?(found.point) ?? true else {
            throw ExtensionError(
                .refused, "\(identifier) is not used, as this app allows no extensions at \(found.point).")
        }
        return found.localized()
    }

    /// Checks that the host allows extensions at the point of an extension. An update may have changed the point since
    /// the extension was found.
    ///
    /// - Throws: ``ExtensionError/Code/refused`` if it does not, and as ``find(_:)``.
    func checkAllowed(_ identifier: String, within limit: Duration = answerLimit) async throws(ExtensionError) {
        if allowsPoint != nil { _ = try await find(identifier, within: limit) }
    }

    /// Calls the broker without starting one.
    ///
    /// - Returns: the reply; nil if no broker is running.
    /// - Throws: ``ExtensionError``, as ``call(_:once:within:)``.
    package func callIfRunning<Request: WireRequest>(_ request: Request) async throws(ExtensionError) -> Request.Reply?
    {
        guard (try? BrokerSocket.connectIfRunning(to: place)) != nil else { return nil }
        return try await call(request).0
    }

    /// The paths of the device's files.
    package var layout: DeviceLayout { place.layout }
    /// The path of the device's root folder, for display.
    package var devicePath: String { place.layout.root.string }
    /// The path of the folder of the device's sockets, for display.
    package var runtimePath: String { place.runtime.folder.string }

    /// The types that the device's apps declare, as the text of a `TypeList`; empty if they are unknown.
    package var declaredTypes: String { types.text }

    /// Removes the lease of a session that has been given back.
    func forget(_ session: UInt64, of connection: Connection) {
        state.withLock { state in
            guard state.connection === connection else { return }
            state.leases[session] = nil
        }
    }

    /// The connection, which is made when there is none.
    ///
    /// - Parameter limit: what is said of the time before `deadline` when it is over.
    func connected(
        within limit: Duration = answerLimit, before deadline: ContinuousClock.Instant? = nil
    ) async throws(ExtensionError) -> Connection {
        enum Way {
            case there(Connection)
            case underWay(Task<Connection, any Error>)
        }
        let way = state.withLock { state -> Way in
            if let connection = state.connection, !connection.isClosed { return .there(connection) }
            if let connecting = state.connecting { return .underWay(connecting) }
            let connecting = Task { try await self.makeConnection() }
            state.connecting = connecting
            return .underWay(connecting)
        }
        do {
            switch way {
            case .there(let connection): return connection
            case .underWay(let connecting):
                let result = try await Self.result(of: connecting, before: deadline ?? .now + limit)
                guard let result else { throw noAnswer(within: limit) }
                return try result.get()
            }
        } catch let error as ExtensionError {
            throw error
        } catch {
            throw ExtensionError(
                .brokerUnavailable, "The broker of \(place.layout.root) does not answer: \(error).", underlying: error)
        }
    }

    private func otherVersion(_ broker: ClosedRange<UInt16>, _ own: ClosedRange<UInt16>) -> ExtensionError {
        ExtensionError(
            .brokerUnavailable,
            """
            The broker of \(place.layout.root) speaks \(Hello.text(broker)) of the protocol, and this program \
            \(Hello.text(own)). It ends when no program and no extension needs it any more; quit those that run and try \
            again.
            """,
            underlying: WireError.incompatible(peer: broker, own: own))
    }

    private func noAnswer(within limit: Duration) -> ExtensionError {
        ExtensionError(
            .brokerUnavailable, "The broker of \(place.layout.root) did not answer within \(limit.inRoundedSeconds).",
            underlying: WireError.timedOut(after: limit))
    }

    /// Waits for an attempt to connect. It goes on when nobody waits for it any more.
    ///
    /// - Returns: nil when the time is over, or the task is cancelled.
    private static func result(
        of connecting: Task<Connection, any Error>, before deadline: ContinuousClock.Instant
    ) async throws -> Result<Connection, any Error>? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Connection, any Error>.self)
        let loop = try EventLoop.shared()
        let timer = loop.schedule(at: .now + (deadline - ContinuousClock.now)) { continuation.finish() }
        defer { loop.cancel(timer) }
        Task { continuation.yield(await connecting.result) }
        return await results.first { _ in true }
    }

    private func makeConnection() async throws -> Connection {
        var last: any Error = Errno.connectionRefused
        for _ in 0..<Self.attempts {
            do {
                let connection = try await connect()
                state.withLock { state in
                    state.connection = connection
                    state.connecting = nil
                }
                return connection
            } catch WireError.incompatible(let broker, let own) {
                last = otherVersion(broker, own)
                // A broker without other clients ends then, and the next one is of this version.
                do { try await Task.sleep(for: Self.replacementPause) } catch { break }
            } catch {
                last = error
                if error is ExtensionError { break }
            }
        }
        state.withLock { $0.connecting = nil }
        throw last
    }

    /// Connects to the broker and waits for its answer to a greeting.
    ///
    /// - Throws: ``ExtensionError`` if no broker can be started; a different error if another attempt may succeed.
    private func connect() async throws -> Connection {
        // Starting a broker blocks, so it must not happen on a thread of Swift's pool.
        let socket: DescriptorBag = try await withCheckedThrowingContinuation { continuation in
            HandlerThreads.own.run { [place, environment] in
                continuation.resume(with: Result { try Self.socket(of: place, environment) })
            }
        }
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let connection = try Connection(socket: descriptor, role: "host", lendsLoop: true)
        let (ends, end) = AsyncStream.makeStream(of: WireError.self)
        try connection.start { [weak self, weak connection] inbound in
            if case .closed(let error) = inbound { end.yield(error) }
            if let connection { self?.receive(inbound, connection) }
        }
        try await Self.greet(connection, ends)
        return connection
    }

    /// - Parameter ends: the reason for which the connection has ended.
    private static func greet(_ connection: Connection, _ ends: AsyncStream<WireError>) async throws {
        do {
            _ = try await connection.call(BrokerInterface.Greet(), within: answerLimit)
        } catch {
            guard case .closed = error else { throw error }
            // What the broker sent before it closed the connection says more, and is read after the call has failed.
            let known = await ends.first { _ in true }
            throw known ?? error
        }
    }

    /// Checks that the device belongs to this user.
    ///
    /// - Throws: ``ExtensionError/Code/refused`` if it does not.
    static func checkOwner(of place: DevicePlace) throws(ExtensionError) {
        do throws(DeviceOwnerError) {
            try place.layout.checkOwner()
        } catch {
            throw ExtensionError(.refused, "\(error).", underlying: error)
        }
    }

    /// Connects to the broker of a device, and starts it first if it is not running. Blocks.
    ///
    /// - Throws: ``ExtensionError`` if no broker can be started or reached.
    static func socket(of place: DevicePlace, _ environment: [String: String]) throws(ExtensionError) -> DescriptorBag {
        do {
            return try BrokerSocket.connect(to: place, environment: environment)
        } catch let error as BrokerUnavailableError {
            throw ExtensionError(.brokerUnavailable, error.description, underlying: error.underlying)
        } catch {
            throw ExtensionError(.refused, "\(error).", underlying: error)
        }
    }

    private func receive(_ inbound: Connection.Inbound, _ connection: Connection) {
        switch inbound {
        case .event(BrokerInterface.Died.code, let body, _):
            guard let died = try? BrokerInterface.Died(wireBytes: body) else { return }
            state.withLock { $0.leases[died.session]?.lease }?.died(died.failure)
        case .event: break
        case .request(let request):
            request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
        case .closed: lost(connection)
        }
    }

    /// Closes a connection whose broker has ended, and ends its sessions.
    ///
    /// Called by whoever notices it first: a call that could not be sent, or the event loop. Later calls do nothing.
    func lost(_ connection: Connection?) {
        guard let connection else { return }
        // Released outside the lock, because the deinitializer of a lease locks again.
        let leases = state.withLock { state -> [SessionLease] in
            guard state.connection === connection else { return [] }
            defer { state.leases = [:] }
            state.connection = nil
            return state.leases.values.compactMap(\.lease)
        }
        connection.close()
        let failure = RemoteFailure(
            code: FailureCode.died,
            message: "The broker ended while the request was running, and its extensions with it; try again.")
        for lease in leases { lease.died(failure) }
    }
}
