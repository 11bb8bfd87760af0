import ExtensionTesting
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

@testable import appex_web

/// A web device of a test's own: a real server on a real port, before a device with a real broker.
struct WebFixture {
    let server: PortServer
    let device: WebDevice
    /// The folder of the photographs.
    let photos: URL

    /// A picture of one point.
    static let png = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
            ?? Data())

    static func with(_ body: nonisolated(nonsending) (WebFixture) async throws -> Void) async throws {
        try await TestDevice.with { device in
            let photos = device.scratch.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            try Data(png).write(to: photos.appendingPathComponent("one.png"))
            let web = try await WebDevice(host: device.host(), photos: FilePath(photos.path))
            // A busy machine must not end a connection, or a request, before it is answered.
            let server = try await PortServer(device: web, port: 0, idle: .seconds(3600), answer: .seconds(3600))
            let running = Task { try await server.run() }
            let fixture = WebFixture(server: server, device: web, photos: photos)
            let result: Result<Void, any Error>
            do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
            running.cancel()
            _ = await running.result
            try result.get()
        }
    }

    var base: String { server.admission.base }
    var authority: String { "127.0.0.1:\(server.port)" }

    /// A browser that has been let in: its cookie.
    func letIn() async throws -> String {
        let answer = try await request("POST", "enter", body: server.admission.makeLink())
        return try #require(
            answer.header("Set-Cookie")?.split(separator: ";").first.map(String.init), "not let in: \(answer.text)")
    }

    /// Sends a request as a browser does; each part can be made wrong.
    func request(
        _ method: String, _ path: String, host: String? = nil, origin: String? = "", cookie: String? = nil,
        headers: [String] = [], body: String = ""
    ) async throws -> RawClient.Answer {
        let client = try RawClient(port: server.port)
        defer { client.close() }
        return await client.exchange(
            head(method, path, host: host, origin: origin, cookie: cookie, headers: headers, body: body)
                + Array(body.utf8))
    }

    /// A request's head. The connection ends with its answer, unless it becomes a tab's.
    func head(
        _ method: String, _ path: String, host: String? = nil, origin: String? = "", cookie: String? = nil,
        headers: [String] = [], body: String = "", isSocket: Bool = false
    ) -> [UInt8] {
        var lines = ["\(method) \(path.hasPrefix("/") ? path : base + path) HTTP/1.1", "Host: \(host ?? authority)"]
        if let origin { lines.append("Origin: \(origin.isEmpty ? "http://\(authority)" : origin)") }
        if let cookie { lines.append("Cookie: \(cookie)") }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        lines += isSocket ? Self.upgrade : ["Connection: close"]
        return Array((lines + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private static let upgrade = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// A tab: a connection that has become a WebSocket.
    func openTab(cookie: String) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        let answer = await client.exchange(head("GET", "socket", cookie: cookie, isSocket: true)) {
            $0.text.contains("\r\n\r\n")
        }
        guard answer.status == 101 else { throw RawClient.Failure.cannotConnect }
        return client
    }
}

/// A WebSocket frame of a client. The mask is zero, which changes nothing.
func frame(_ text: String, opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true) -> [UInt8] {
    let payload = Array(text.utf8)
    var head: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: head.append(mask | UInt8(payload.count))
    case ..<65536: head += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: head += [mask | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return head + (isMasked ? [0, 0, 0, 0] : []) + payload
}
