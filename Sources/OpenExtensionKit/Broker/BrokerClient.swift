package import AppexModel
import AppexProtocol
package import AppexSystem
package import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// The connection of this process to the broker of a device, started and restarted as needed.
package final class BrokerClient: Sendable {
    private struct State {
        var connection: Connection?
        var mourners: [UInt64: @Sendable (RemoteFailure) -> Void] = [:]
    }

    private let place: DevicePlace
    private let environment: [String: String]
    private let state = Mutex(State())

    /// How long the broker may take for an answer; installing a large app takes longest.
    private static let answerLimit = Duration.seconds(120)
    /// A broker may be leaving just when we come; the next one does not leave so soon.
    private static let attempts = 5

    package init(place: DevicePlace, environment: [String: String]) {
        self.place = place
        self.environment = environment
    }

    deinit { state.withLock { $0.connection }?.close() }

    /// Calls the broker, starting it when none runs.
    ///
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/brokerUnavailable`` when there is no
    ///   broker to be had, or with the code of the broker's refusal.
    package func call<Request: WireRequest>(_ request: Request) async throws(ExtensionError) -> (Request.Reply, DescriptorBag) {
        let connection = try await connected()
        do {
            return try await connection.call(request, within: Self.answerLimit)
        } catch {
            throw ExtensionError(error)
        }
    }

    /// Calls the broker only if one runs.
    ///
    /// - Returns: nil when none does.
    package func callIfRunning<Request: WireRequest>(_ request: Request) async throws(ExtensionError) -> Request.Reply? {
        guard (try? Self.connect(to: place)) != nil else { return nil }
        return try await call(request).0
    }

    /// The device's root folder, for people.
    package var devicePath: String { place.layout.root.string }
    /// The folder of the device's sockets, for people.
    package var runtimePath: String { place.runtime.folder.string }

    /// Sends something that is not answered, if there is still a broker that knows what it is about.
    package func notify(_ message: some WireMessage) {
        // Without the connection the broker has already forgotten what this would take back.
        try? state.withLock { $0.connection }?.send(message)
    }

    /// Calls `body` when the broker says that the process behind a session has gone, or goes itself.
    package func mourn(_ session: UInt64, _ body: @escaping @Sendable (RemoteFailure) -> Void) {
        state.withLock { $0.mourners[session] = body }
    }

    /// Takes that back.
    package func forget(_ session: UInt64) {
        state.withLock { _ = $0.mourners.removeValue(forKey: session) }
    }

    private func connected() async throws(ExtensionError) -> Connection {
        var last: any Error = Errno.connectionRefused
        for _ in 0..<Self.attempts {
            if let connection = state.withLock({ $0.connection }), !connection.isClosed { return connection }
            do {
                let connection = try await connect()
                state.withLock { $0.connection = connection }
                return connection
            } catch let error as ExtensionError {
                throw error
            } catch {
                last = error
            }
        }
        throw ExtensionError(.brokerUnavailable, "The broker of \(place.layout.root) does not answer: \(last).", underlying: last)
    }

    /// Connects and greets.
    ///
    /// - Throws: ``ExtensionError`` when no broker can be started, another error when it is worth
    ///   another attempt.
    private func connect() async throws -> Connection {
        // Starting a broker blocks, so it must not happen on a thread of Swift's pool.
        let socket: DescriptorBag = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [place, environment] in
                continuation.resume(with: Result { try Self.socket(of: place, environment) })
            }
        }
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let connection = try Connection(socket: descriptor, role: "host")
        try connection.start { [weak self] in self?.receive($0) }
        _ = try await connection.call(BrokerInterface.Greet(), within: Self.answerLimit)
        return connection
    }

    private static func socket(of place: DevicePlace, _ environment: [String: String]) throws -> DescriptorBag {
        do throws(Errno) {
            return try connect(to: place)
        } catch .noSuchFileOrDirectory {
        } catch .connectionRefused {
        } catch {
            throw ExtensionError(.brokerUnavailable, "Cannot connect to \(place.runtime.brokerSocket): \(error).", underlying: error)
        }
        try BrokerStarter(place: place, environment: environment).start()
        return try connect(to: place)
    }

    private static func connect(to place: DevicePlace) throws(Errno) -> DescriptorBag {
        let socket = try PacketSocket.connect(to: place.runtime.brokerSocket)
        let peer = try PeerCredentials(of: socket.descriptor)
        // Whoever listens gets our items: only a process of this user may.
        guard peer.userIdentifier == CurrentUser.identifier else { throw .permissionDenied }
        return DescriptorBag(socket.intoDescriptor())
    }

    private func receive(_ inbound: Connection.Inbound) {
        switch inbound {
        case .event(BrokerInterface.Died.code, let body, _):
            guard let died = try? BrokerInterface.Died(wireBytes: body) else { return }
            state.withLock { $0.mourners.removeValue(forKey: died.session) }?(died.failure)
        case .event: break
        case .request(let request):
            request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
        case .closed:
            let mourners = state.withLock { state in
                defer { state.mourners = [:] }
                return state.mourners.values.map(\.self)
            }
            let failure = RemoteFailure(
                code: FailureCode.died, message: "The broker ended while the request was running, and its extensions with it; try again.")
            for mourner in mourners { mourner(failure) }
        }
    }
}

extension ExtensionError {
    /// The broker's refusal, or the loss of the broker, as the host sees it.
    package init(_ error: WireError) {
        guard case .remote(let failure) = error else {
            self.init(.brokerUnavailable, "The broker did not answer: \(error).", underlying: error)
            return
        }
        self.init(failure)
    }

    package init(_ failure: RemoteFailure) {
        let code: Code =
            switch failure.code {
            case FailureCode.notFound: .notFound
            case FailureCode.couldNotStart: .couldNotStart
            case FailureCode.died: .died
            case FailureCode.unavailable: .brokerUnavailable
            default: .refused
            }
        self.init(code, failure.message)
    }
}
