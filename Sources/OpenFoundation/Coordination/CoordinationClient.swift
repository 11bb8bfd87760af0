import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
import Dispatch
import Foundation
import Synchronization
import SystemPackage

/// The connection of this process to the broker for the coordination of files. May be used on any thread.
///
/// An extension or app is given its socket by the broker. Every other program connects to the broker of the user's device
/// at its first coordinated access, and starts it if needed.
package final class CoordinationClient: Sendable {
    /// The client of this process.
    package static let shared = CoordinationClient()

    /// The connection, and what keeps it open.
    private struct Link: Sendable {
        let connection: Connection
        /// The connection to the broker on which a program has asked for the socket; nil in an extension.
        let lease: Connection?
    }

    /// A claim that has been granted.
    private struct Held {
        let claim: CoordinationInterface.Claim
        var isLost = false
    }

    private struct State {
        var link: Link?
        var lastClaim: UInt64 = 0
        var held: [UInt64: Held] = [:]
    }

    private let state = Mutex(State())
    /// Held while the process connects, so that it does so once.
    private let connecting = Mutex(())
    /// Signalled when the broker has given an extension its socket.
    private let isGiven = DispatchSemaphore(value: 0)

    /// How long an extension waits for its socket, which comes before its first request.
    private static let socketLimit = DispatchTimeInterval.seconds(10)
    private static let answerLimit = Duration.seconds(20)
    /// A claim waits for as long as others access the items.
    private static let claimLimit = Duration.seconds(100 * 86_400)
    /// How often a call is attempted, because the broker may end at any moment.
    private static let attempts = 5

    // MARK: Connecting

    /// Takes the socket that the broker has given this extension. Called once, on the event loop's thread.
    package func use(_ socket: DescriptorBag) {
        guard let descriptor = socket.take(),
            let link = try? start(descriptor, lease: nil, role: "extension")
        else { return }
        state.withLock { $0.link = link }
        isGiven.signal()
    }

    /// Connects, unless there is a connection.
    ///
    /// - Throws: ``FileCoordinationError/Code/unavailable``.
    private func connected() throws(FileCoordinationError) -> Connection {
        if let connection = existing { return connection }
        return try connecting.withLock { (_) throws(FileCoordinationError) in
            if let connection = existing { return connection }
            let link: Link
            do {
                link = try isExtension ? awaitSocket() : connect()
            } catch {
                throw FileCoordinationError(.unavailable, "Access to files cannot be coordinated: \(error)")
            }
            state.withLock { $0.link = link }
            present(on: link.connection)
            return link.connection
        }
    }

    private var existing: Connection? {
        state.withLock { $0.link.flatMap { $0.connection.isClosed ? nil : $0.connection } }
    }

    private var isExtension: Bool {
        ProcessInfo.processInfo.environment[ControlInterface.limitsVariable] != nil
    }

    private func awaitSocket() throws -> Link {
        guard isGiven.wait(timeout: .now() + Self.socketLimit) == .success, let link = state.withLock({ $0.link })
        else {
            throw FileCoordinationError(.unavailable, "The broker has not given this extension its socket.")
        }
        // Others wait for it too.
        isGiven.signal()
        guard !link.connection.isClosed else {
            throw FileCoordinationError(.unavailable, "The broker has ended.")
        }
        return link
    }

    private func connect() throws -> Link {
        let environment = ProcessInfo.processInfo.environment
        let place = try DevicePlace(ofProcess: environment)
        var attempt = 1
        while true {
            guard let socket = try BrokerSocket.connect(to: place, environment: environment).take() else {
                throw Errno.badFileDescriptor
            }
            let broker = try Connection(socket: socket, role: "program")
            do {
                try broker.start { _ in }
                _ = try broker.wait(for: BrokerInterface.Greet(), within: Self.answerLimit)
                let (_, descriptors) = try broker.wait(
                    for: BrokerInterface.OpenCoordination(), within: Self.answerLimit)
                guard let own = descriptors.take() else { throw WireError.malformed("a reply without a socket") }
                return try start(own, lease: broker, role: "program")
            } catch WireError.closed where attempt < Self.attempts {
                broker.close()
                attempt += 1
            } catch {
                broker.close()
                throw error
            }
        }
    }

    private func start(_ socket: consuming Descriptor, lease: Connection?, role: String) throws -> Link {
        let connection = try Connection(socket: socket, role: role)
        try connection.start { [weak self, weak connection] message in
            guard let self, let connection else { return }
            receive(message, connection)
        }
        return Link(connection: connection, lease: lease)
    }

    private func receive(_ message: Connection.Inbound, _ connection: Connection) {
        do throws(WireError) {
            switch message {
            case .request(let request) where request.code == CoordinationInterface.Prepare.code:
                try PresenterRegistry.shared.prepare(request)
            case .request(let request):
                request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
            case .event(CoordinationInterface.Tell.code, let body, _): try PresenterRegistry.shared.tell(body)
            case .event(CoordinationInterface.Reacquire.code, let body, _):
                try PresenterRegistry.shared.reacquire(body)
            case .event(CoordinationInterface.Lost.code, let body, _):
                let lost = try CoordinationInterface.Lost(wireBytes: body)
                state.withLock { $0.held[lost.number]?.isLost = true }
            case .event: break
            case .closed: ended()
            }
        } catch {
            connection.reject(error)
        }
    }

    /// The broker has ended. Whoever presents items or accesses some connects to the next one.
    private func ended() {
        let link = state.withLock { state in state.link.take() }
        link?.lease?.close()
        PresenterRegistry.shared.brokerEnded()
        let isNeeded = state.withLock { !$0.held.isEmpty } || !PresenterRegistry.shared.isEmpty
        guard isNeeded, !isExtension else { return }
        DispatchQueue.global().async { [self] in
            guard let connection = try? connected() else { return }
            let claims = state.withLock { $0.held.values.map(\.claim) }
            for claim in claims { connection.begin(claim, within: Self.claimLimit) { _ in } }
        }
    }

    // MARK: Claims

    /// Claims items, and blocks until the claim is granted.
    ///
    /// - Parameter begun: called with a function that ends the wait; possibly several times.
    /// - Returns: the number of the claim, for ``release(_:_:)``, and the paths of the items.
    /// - Throws: ``FileCoordinationError``; the error of a presenter; ``WireError/cancelled``.
    func claim(
        _ accesses: [CoordinationInterface.Access], purpose: String, thread: UInt64,
        begun: (@escaping @Sendable () -> Void) -> Void
    ) throws -> (number: UInt64, paths: [String]) {
        var attempt = 1
        while true {
            let connection = try connected()
            let claim = newClaim(accesses, purpose, thread)
            do {
                let (granted, _) = try connection.wait(for: claim, within: Self.claimLimit, begun: begun)
                return try take(granted, claim)
            } catch WireError.closed where attempt < Self.attempts {
                attempt += 1
            } catch {
                throw failure(error, claim, connection)
            }
        }
    }

    /// Claims items without waiting. Blocks while the process connects to the broker.
    ///
    /// - Parameter completion: called once, on any thread, as ``claim(_:purpose:thread:begun:)`` returns or throws.
    /// - Returns: a function that withdraws the claim.
    func begin(
        _ accesses: [CoordinationInterface.Access], purpose: String,
        _ completion: @escaping @Sendable (Result<(number: UInt64, paths: [String]), any Error>) -> Void
    ) throws -> @Sendable () -> Void {
        let connection = try connected()
        let claim = newClaim(accesses, purpose, 0)
        let call = connection.begin(claim, within: Self.claimLimit) { [self, weak connection] result in
            completion(
                Result {
                    do {
                        return try take(CoordinationInterface.Granted(wireBytes: result.get().body), claim)
                    } catch {
                        throw failure(error, claim, connection)
                    }
                })
        }
        return { [weak connection] in connection?.cancel(call) }
    }

    private func newClaim(
        _ accesses: [CoordinationInterface.Access], _ purpose: String, _ thread: UInt64
    ) -> CoordinationInterface.Claim {
        let number = state.withLock { state in
            state.lastClaim += 1
            return state.lastClaim
        }
        return CoordinationInterface.Claim(number: number, purpose: purpose, thread: thread, accesses: accesses)
    }

    private func take(
        _ granted: CoordinationInterface.Granted, _ claim: CoordinationInterface.Claim
    ) throws -> (number: UInt64, paths: [String]) {
        if let error = granted.error { throw error.error }
        guard granted.paths.count == claim.accesses.count else {
            throw WireError.malformed("\(granted.paths.count) paths for \(claim.accesses.count) items")
        }
        state.withLock { $0.held[claim.number] = Held(claim: claim) }
        return (claim.number, granted.paths)
    }

    /// What the caller is told of a claim that was not granted.
    private func failure(
        _ error: any Error, _ claim: CoordinationInterface.Claim, _ connection: Connection?
    ) -> any Error {
        switch error {
        case WireError.cancelled:
            // It may have been granted at the same moment.
            try? connection?.send(CoordinationInterface.Release(number: claim.number, changes: []))
            return error
        case WireError.remote(let failure) where failure.code == CoordinationInterface.deadlock:
            return FileCoordinationError(.deadlock, failure.message)
        case WireError.remote(let failure): return FileCoordinationError(.refused, failure.message)
        case let error as WireError:
            return FileCoordinationError(.unavailable, "The access to files cannot be coordinated: \(error).")
        default: return error
        }
    }

    /// Ends a claim.
    ///
    /// - Returns: whether it has been the process's for the whole time; false after the process was suspended.
    func release(_ number: UInt64, _ changes: [CoordinationInterface.Change]) -> Bool {
        let (held, connection) = state.withLock { ($0.held.removeValue(forKey: number), $0.link?.connection) }
        // Without a connection the claim has ended already.
        try? connection?.send(CoordinationInterface.Release(number: number, changes: changes))
        return held?.isLost != true
    }

    /// Tells the others that an item has been moved by the holder of a claim.
    func moved(_ number: UInt64, from: String, to: String) {
        try? existing?.send(CoordinationInterface.Moved(number: number, from: from, to: to))
    }

    // MARK: Presenters

    /// Tells the broker what a presenter presents, and waits until every later change is told.
    ///
    /// - Throws: ``FileCoordinationError``.
    func present(_ message: CoordinationInterface.Present) throws(FileCoordinationError) {
        var attempt = 1
        while true {
            let connection = try connected()
            do throws(WireError) {
                _ = try connection.wait(for: message, within: Self.answerLimit)
                return
            } catch {
                if case .closed = error, attempt < Self.attempts {
                    attempt += 1
                    continue
                }
                if case .remote(let failure) = error { throw FileCoordinationError(.refused, failure.message) }
                throw FileCoordinationError(.unavailable, "The item cannot be presented: \(error).")
            }
        }
    }

    /// Tells a broker that has just been connected to what this process presents.
    private func present(on connection: Connection) {
        for registration in PresenterRegistry.shared.registrations {
            guard let message = registration.presentation(always: true) else { continue }
            connection.begin(message, within: Self.answerLimit) { _ in }
        }
    }

    /// A presenter is gone.
    func withdraw(_ presenter: UInt64) {
        try? existing?.send(CoordinationInterface.Withdraw(presenter: presenter))
    }
}
