import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A proxy on a port of the loopback interface, which forwards connections to the HTTP server and enforces limits.
///
/// The HTTP server has no time-outs, accepts any number of connections and reads lines and messages of any length, and
/// every user of this machine can reach a port. Therefore the server listens on a socket in a private folder, and all
/// traffic from the port is checked here first.
struct ConnectionGate: Sendable {
    private let listener: AsyncSocket
    private let pool: any AsyncSocketPool
    private let server: String
    private let socketPath: String
    private let idle: Duration
    let port: UInt16

    /// Opens the port.
    ///
    /// - Parameter port: the port; 0 for any free one.
    /// - Parameter server: the path of the HTTP server's socket.
    /// - Parameter socketPath: the secret URL path for WebSockets.
    /// - Parameter idle: how long a connection other than a WebSocket may be idle.
    /// - Throws: ``SocketError`` if the port is in use.
    init(port: UInt16, server: String, socketPath: String, idle: Duration) async throws {
        pool = HTTPServer.defaultPool()
        try await pool.prepare()
        let socket = try Socket(domain: Int32(AF_INET))
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: try .inet(ip4: "127.0.0.1", port: port))
        try socket.listen()
        guard case .ip4(_, let bound) = try socket.sockname() else { throw SocketError.unsupportedAddress }
        self.port = bound
        self.server = server
        self.socketPath = socketPath
        self.idle = idle
        listener = try AsyncSocket(socket: socket, pool: pool)
    }

    /// Forwards connections until the task is cancelled.
    func run() async throws {
        defer { try? listener.close() }
        let places = Slots(WebLimits.connections)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [pool] in try await pool.run() }
            for try await client in listener.sockets {
                guard !isAnotherUsers(client), places.take() else {
                    try? client.close()
                    continue
                }
                group.addTask {
                    await pass(client)
                    places.giveBack()
                }
            }
        }
    }

    /// Whether a client belongs to a different user. Other users can reach the port, but must not use up connections.
    private func isAnotherUsers(_ client: AsyncSocket) -> Bool {
        guard case .ip4(_, let theirs)? = try? client.socket.remotePeer() else { return true }
        return ConnectionOwner.isAnotherUser(client: theirs, server: port)
    }

    /// Forwards a connection until either end closes it, or there is no traffic for too long.
    private func pass(_ client: AsyncSocket) async {
        defer { try? client.close() }
        guard let upstream = try? await AsyncSocket.connected(to: .unix(path: server), pool: pool) else { return }
        defer { try? upstream.close() }
        let traffic = Traffic()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var meter = TrafficMeter(socketPath: socketPath)
                while let bytes = try? await client.read(atMost: 4096), !bytes.isEmpty {
                    do { try meter.take(bytes) } catch { return }
                    traffic.count(isSocket: meter.isSocket)
                    guard (try? await upstream.write(Data(bytes))) != nil else { return }
                }
            }
            group.addTask {
                while let bytes = try? await upstream.read(atMost: 4096), !bytes.isEmpty {
                    traffic.count()
                    guard (try? await client.write(Data(bytes))) != nil else { return }
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: idle)) != nil, traffic.isAlive() {}
            }
            // The first of these tasks to end ends the others.
            await group.next()
            group.cancelAll()
        }
    }
}

/// Records whether there was traffic on a connection recently.
private final class Traffic: Sendable {
    private let state = Mutex((reads: 0, seen: -1, isSocket: false))

    func count(isSocket: Bool? = nil) {
        state.withLock { state in
            state.reads += 1
            state.isSocket = isSocket ?? state.isSocket
        }
    }

    /// Whether there was traffic since the last call. The connection of a tab may be idle.
    func isAlive() -> Bool {
        state.withLock { state in
            defer { state.seen = state.reads }
            return state.isSocket || state.reads != state.seen
        }
    }
}
