import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
import Dispatch
import Foundation
import Glibc
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
    struct Link: Sendable {
        let connection: Connection
        /// The connection to the broker on which a program has asked for the socket; nil in an extension.
        let lease: Connection?
    }

    /// A claim of this process.
    struct Held {
        /// The claim, with the paths where its items are now.
        var claim: CoordinationInterface.Claim
        var isGranted = false
        /// Whether the broker has ended it because the process was suspended, or the broker has ended itself.
        var isLost = false
    }

    struct State {
        var link: Link?
        var lastClaim: UInt64 = 0
        var held: [UInt64: Held] = [:]
        /// Whether the broker has given this extension its socket.
        var wasGiven = false
        /// Whether there was a connection before.
        var wasConnected = false
    }

    let state = Mutex(State())
    /// Held while the process connects, so that it does so once.
    private let connecting = Mutex(())
    /// Signalled when the broker has given an extension its socket.
    private let isGiven = DispatchSemaphore(value: 0)

    /// How long an extension waits for its socket, which comes before its first request.
    private static let socketLimit = DispatchTimeInterval.seconds(10)
    static let answerLimit = Duration.seconds(20)
    /// A claim waits for as long as others access the items.
    static let claimLimit = Duration.seconds(100 * 86_400)
    /// How often a call is attempted, because the broker may end at any moment.
    private static let attempts = 5
    /// Microseconds before the second attempt to connect; a multiple of it before each further one.
    private static let pause: UInt32 = 20_000

    // MARK: Connecting

    /// Takes the socket that the broker has given this extension. Called once, on the event loop's thread.
    package func use(_ socket: DescriptorBag) {
        guard let descriptor = socket.take(),
            let link = try? start(descriptor, lease: nil, role: "extension")
        else { return }
        state.withLock { state in
            state.link = link
            state.wasGiven = true
        }
        isGiven.signal()
    }

    /// Connects, unless there is a connection.
    ///
    /// - Throws: ``FileCoordinationError/Code/unavailable``.
    func connected() throws(FileCoordinationError) -> Connection {
        if let connection = existing { return connection }
        return try connecting.withLock { (_) throws(FileCoordinationError) in
            if let connection = existing { return connection }
            let link: Link
            do {
                link = try isExtension ? awaitSocket() : connect()
            } catch {
                throw FileCoordinationError(.unavailable, "Access to files cannot be coordinated: \(error)")
            }
            // Before others of this process can send anything.
            claimAgain(on: link.connection)
            state.withLock { $0.link = link }
            return link.connection
        }
    }

    /// Claims again on a new connection what this process accesses, and presents what it presents.
    private func claimAgain(on connection: Connection) {
        let (claims, wasConnected) = state.withLock { state in
            defer { state.wasConnected = true }
            return (state.held.values.filter(\.isGranted).map(\.claim), state.wasConnected)
        }
        for var claim in claims {
            claim.isAgain = true
            let number = claim.number
            connection.begin(claim, within: Self.claimLimit) { [weak self, weak connection] result in
                guard let self else { return }
                let isHeld = state.withLock { state in
                    // The broker has granted no other access meanwhile.
                    if case .success = result { state.held[number]?.isLost = false }
                    return state.held[number] != nil
                }
                // The access may have ended before the claim was sent.
                if !isHeld { try? connection?.send(CoordinationInterface.Release(number: number, changes: [])) }
            }
        }
        for registration in PresenterRegistry.shared.registrations {
            connection.begin(registration.lastPresentation, within: Self.answerLimit) { _ in }
            // What was changed meanwhile is not known.
            if wasConnected { registration.notifyOfUnknownChange() }
        }
    }

    var existing: Connection? {
        state.withLock { $0.link.flatMap { $0.connection.isClosed ? nil : $0.connection } }
    }

    var isExtension: Bool {
        ProcessInfo.processInfo.environment[ControlInterface.limitsVariable] != nil
    }

    private func awaitSocket() throws -> Link {
        if !state.withLock({ $0.wasGiven }) { _ = isGiven.wait(timeout: .now() + Self.socketLimit) }
        let (link, wasGiven) = state.withLock { ($0.link, $0.wasGiven) }
        guard let link, !link.connection.isClosed else {
            throw FileCoordinationError(
                .unavailable,
                wasGiven
                    ? "The connection to the broker has ended." : "The broker has not given this extension its socket.")
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
                // A broker of another version ends in this time, unless other programs use it.
                usleep(Self.pause * UInt32(attempt))
                attempt += 1
            } catch {
                broker.close()
                throw error
            }
        }
    }

    private func start(_ socket: consuming Descriptor, lease: Connection?, role: String) throws -> Link {
        let connection = try Connection(socket: socket, role: role, bodies: .inPieces(atMost: WireLimits.bodyBytes))
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
            case .event(CoordinationInterface.Notify.code, let body, _): try PresenterRegistry.shared.notify(body)
            case .event(CoordinationInterface.Reacquire.code, let body, _):
                try PresenterRegistry.shared.reacquire(body)
            case .event(CoordinationInterface.Lost.code, let body, _):
                let lost = try CoordinationInterface.Lost(wireBytes: body)
                state.withLock { $0.held[lost.number]?.isLost = true }
            case .event: break
            case .closed: ended(connection)
            }
        } catch {
            connection.reject(error)
        }
    }

    /// Handles the end of the broker. A process that presents or accesses items connects to the next broker.
    ///
    /// Called on the event loop's thread, or on another thread that has noticed the end first.
    func ended(_ connection: Connection) {
        let link = state.withLock { state -> Link? in
            guard state.link?.connection === connection else { return nil }
            // Another process may be granted access before these are claimed again.
            for number in state.held.keys where state.held[number]?.isGranted == true {
                state.held[number]?.isLost = true
            }
            return state.link.take()
        }
        link?.lease?.close()
        PresenterRegistry.shared.brokerEnded()
        reconnect(attempt: 1)
    }

    /// Connects again if this process presents items or accesses some.
    private func reconnect(attempt: Int) {
        let isNeeded = state.withLock { !$0.held.isEmpty } || !PresenterRegistry.shared.isEmpty
        guard isNeeded, !isExtension, attempt <= Self.attempts else { return }
        HandlerThreads.own.run { [self] in
            guard (try? connected()) == nil, let loop = try? EventLoop.shared() else { return }
            _ = loop.schedule(at: .now + .seconds(attempt)) { self.reconnect(attempt: attempt + 1) }
        }
    }

    /// Whether a call is repeated on another connection, because the broker has ended before it has answered.
    ///
    /// The connection is no longer used then, although its end may not have been reported yet.
    ///
    /// - Parameter connection: nil if it has been released since.
    func isToBeRepeated(_ error: any Error, on connection: Connection?, _ attempts: inout CallAttempts) -> Bool {
        guard case .closed? = error as? WireError, attempts.mayRepeat(at: .now) else { return false }
        guard let connection else { return true }
        connection.close()
        ended(connection)
        return true
    }

    /// Whether the caller runs on the event loop's thread, which cannot wait for an answer.
    var isOnLoop: Bool { (try? EventLoop.shared().isCurrent) == true }

    // MARK: Presenters

    /// Tells the broker what a presenter presents, and waits until every later change is told.
    ///
    /// - Throws: ``FileCoordinationError``.
    func present(_ message: CoordinationInterface.Present) throws(FileCoordinationError) {
        var attempts = CallAttempts(at: .now)
        while true {
            let connection = try connected()
            attempts.begin(at: .now)
            do throws(WireError) {
                _ = try connection.wait(for: message, within: Self.answerLimit)
                return
            } catch {
                if !isOnLoop, isToBeRepeated(error, on: connection, &attempts) { continue }
                if case .remote(let failure) = error { throw FileCoordinationError(.refused, failure.message) }
                throw FileCoordinationError(.unavailable, "The item cannot be presented: \(error).")
            }
        }
    }

    /// Tells the broker that a presenter has been removed.
    func withdraw(_ presenter: UInt64) {
        try? existing?.send(CoordinationInterface.Withdraw(presenter: presenter))
    }
}
