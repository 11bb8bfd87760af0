import AppexSystem
import FlyingFox
import FlyingSocks
import Foundation
import OpenExtensionKit
import SystemPackage

/// Serves the page on a port of the loopback interface.
struct PortServer: Sendable {
    private let gate: ConnectionGate
    private let server: HTTPServer
    private let device: WebDevice
    private let socket: String
    private let answer: Duration
    let admission = Admission()
    var port: UInt16 { gate.port }

    /// Opens the port. Connections are accepted after ``run()`` was called.
    ///
    /// - Parameters:
    ///   - device: The device that is served.
    ///   - port: The port; 0 for any free one.
    ///   - idle: How long a connection other than a WebSocket may be idle.
    ///   - answer: How long the server may take to begin, and then to answer a request.
    /// - Throws: an error if the port is in use or a folder cannot be created.
    init(
        device: WebDevice, port: UInt16, idle: Duration = WebLimits.idle, answer: Duration = WebLimits.answer
    ) async throws {
        let folder = FilePath(device.host.administration.runtimePath)
        try PrivateFolder.make(folder)
        socket = folder.appending(Self.socketName()).string
        gate = try await ConnectionGate(
            port: port, server: socket, socketPath: admission.base + "socket", idle: idle)
        self.device = device
        self.answer = answer
        let pages = WebServer(device: device, admission: admission, port: gate.port)
        server = HTTPServer(
            config: .init(
                address: .unix(path: socket), timeout: answer / .seconds(1),
                sharedRequestBufferSize: WebServer.sharedBody,
                sharedRequestReplaySize: WebServer.sharedBody, logger: .disabled),
            handler: ClosureHTTPHandler { await pages.respond($0) })
    }

    /// A random name for the server's socket, beside the broker's. It is as long as `broker.sock`, so that its path
    /// fits a socket address if that of the broker does.
    static func socketName() -> FilePath.Component {
        let digits = "0123456789abcdefghijklmnopqrstuvwxyz"
        let name = String((0..<5).map { _ in digits.randomElement() ?? "0" })
        return FilePath.Component("w\(name).sock") ?? "w00000.sock"
    }

    /// Creates an address that admits one browser.
    func makeLink() -> String {
        "http://127.0.0.1:\(port)\(admission.base)#\(admission.makeLink())"
    }

    /// Serves until the task is cancelled.
    func run() async throws {
        defer { unlink(socket) }
        let served = await withTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask { await result { try await server.run() } }
            group.addTask {
                await result {
                    // The gate closes connections that arrive before the server listens.
                    try await server.waitUntilListening(timeout: answer / .seconds(1))
                    try await gate.run()
                }
            }
            group.addTask { await result { await device.run() } }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
        await device.end()
        try served.get()
    }
}

/// The result of `body`.
private func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
