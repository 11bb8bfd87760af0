import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The port on the loopback interface: passes connections on to the server behind and bounds what each may take.
///
/// The HTTP server waits for ever, takes any number of connections and reads lines and messages of any length; every
/// user of this machine can reach a port. So the server listens on a socket in a folder of this user only, and whatever
/// comes from the port is counted here first.
struct ConnectionGate: Sendable {
    private let listener: AsyncSocket
    private let pool: any AsyncSocketPool
    private let server: String
    let port: UInt16

    /// Opens the port.
    ///
    /// - Parameter port: 0 for a free one.
    /// - Parameter server: the path of the socket of the server behind.
    /// - Throws: ``SocketError`` when the port is taken.
    init(port: UInt16, server: String) async throws {
        pool = HTTPServer.defaultPool()
        try await pool.prepare()
        let socket = try Socket(domain: Int32(AF_INET))
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: try .inet(ip4: "127.0.0.1", port: port))
        try socket.listen()
        guard case .ip4(_, let bound) = try socket.sockname() else { throw SocketError.unsupportedAddress }
        self.port = bound
        self.server = server
        listener = try AsyncSocket(socket: socket, pool: pool)
    }

    /// Passes connections on until the task is cancelled.
    func run() async throws {
        let open = Atomic(0)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [pool] in try await pool.run() }
            for try await client in listener.sockets {
                guard open.add(1, ordering: .relaxed).newValue <= WebLimits.connections else {
                    open.subtract(1, ordering: .relaxed)
                    try? client.close()
                    continue
                }
                group.addTask {
                    await pass(client)
                    open.subtract(1, ordering: .relaxed)
                }
            }
        }
    }

    /// One connection, until either side ends it, or it is silent for too long.
    private func pass(_ client: AsyncSocket) async {
        defer { try? client.close() }
        guard let upstream = try? await AsyncSocket.connected(to: .unix(path: server), pool: pool) else { return }
        defer { try? upstream.close() }
        let traffic = Mutex(Traffic())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var meter = TrafficMeter()
                while let bytes = try? await client.read(atMost: 4096), !bytes.isEmpty {
                    do { try meter.take(bytes) } catch { return }
                    traffic.withLock { $0 = Traffic(count: $0.count + 1, isSocket: meter.isSocket) }
                    guard (try? await upstream.write(Data(bytes))) != nil else { return }
                }
            }
            group.addTask {
                while let bytes = try? await upstream.read(atMost: 4096), !bytes.isEmpty {
                    traffic.withLock { $0.count += 1 }
                    guard (try? await client.write(Data(bytes))) != nil else { return }
                }
            }
            group.addTask {
                var last = -1
                while (try? await Task.sleep(for: WebLimits.idle)) != nil {
                    let now = traffic.withLock { $0 }
                    guard now.isSocket || now.count != last else { return }
                    last = now.count
                }
            }
            // Whichever ends first ends the others.
            await group.next()
            group.cancelAll()
        }
    }

    private struct Traffic {
        /// Reads in either direction.
        var count = 0
        var isSocket = false
    }
}
