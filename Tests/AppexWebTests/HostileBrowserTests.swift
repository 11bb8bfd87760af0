import Foundation
import Testing

@testable import appex_web

/// Whoever reaches the port and is not the person's browser, and a browser that is not our page.
@Suite(.timeLimit(.minutes(30))) struct HostileBrowserTests {
    @Test func `without a cookie nothing of the device is told`() async throws {
        try await WebFixture.with { web async throws in
            for path in [
                "ping", "photo/original/one.png", "icon/org.example.App.Share", "view/a/1/1/1", "snapshot/a/1/1",
            ] {
                #expect(try await web.request("GET", path).status == 401)
                #expect(try await web.request("GET", path, cookie: "device=0123").status == 401)
            }
            #expect(try await web.request("POST", "apps", body: "PK").status == 401)
            await #expect(throws: RawClient.Failure.self) { try await web.openTab(cookie: "device=") }
        }
    }

    @Test func `a link lets one browser in, and what it was is worth nothing afterwards`() async throws {
        try await WebFixture.with { web in
            let link = web.server.admission.makeLink()
            let first = try await web.request("POST", "enter", body: link)
            #expect(first.status == 204)
            let cookie = try #require(first.header("Set-Cookie"))
            #expect(
                cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=\(web.base)")
            )
            #expect(try await web.request("POST", "enter", body: link).status == 403)
            #expect(try await web.request("POST", "enter", body: "").status == 403)
            #expect(try await web.request("POST", "enter", body: String(repeating: "a", count: 100_000)).status == 403)
            let other = String(cookie.prefix { $0 != ";" })
            #expect(try await web.request("GET", "ping", cookie: other).status == 204)
        }
    }

    @Test(arguments: ["evil.example", "localhost:80", "127.0.0.1", "[::1]:1", ""])
    func `a page under another name is not served`(host: String) async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            #expect(try await web.request("GET", "", host: host).status == 421)
            #expect(try await web.request("GET", "ping", host: host, cookie: cookie).status == 421)
        }
    }

    @Test(arguments: ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
    func `another site is refused, whatever it asks for`(origin: String) async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            #expect(try await web.request("GET", "ping", origin: origin, cookie: cookie).status == 403)
            let link = web.server.admission.makeLink()
            #expect(try await web.request("POST", "enter", origin: origin, body: link).status == 403)
            #expect(try await web.request("POST", "apps", origin: origin, cookie: cookie, body: "PK").status == 403)
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let upgrade = web.head("GET", "socket", origin: origin, cookie: cookie, isSocket: true)
            #expect(await client.exchange(upgrade) { $0.status != nil }.status == 403)
        }
    }

    @Test func `what changes something and names no origin is refused`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            #expect(try await web.request("POST", "apps", origin: nil, cookie: cookie, body: "PK").status == 403)
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let upgrade = web.head("GET", "socket", origin: nil, cookie: cookie, isSocket: true)
            #expect(await client.exchange(upgrade) { $0.status != nil }.status == 403)
        }
    }

    @Test(arguments: [
        "photo/original/..%2f..%2fetc%2fpasswd", "photo/original/%2e%2e/%2e%2e/etc/passwd",
        "photo/original//etc/passwd",
        "photo/original/.hidden.png",
        "photo/original/link.png", "photo/1/one.png", "photo//one.png", "photo/secret.txt/one.png", "photo/../one.png",
        "photo/original/one.png%00.jpg", "photo/original/secret.txt", "../photo/original/one.png", "style.css/../../x",
        "photo/original/%ff%fe.png",
    ])
    func `no name leads out of the folder of photographs`(path: String) async throws {
        try await WebFixture.with { web in
            try Data("secret".utf8).write(to: web.photos.appendingPathComponent("secret.txt"))
            try Data(WebFixture.png).write(to: web.photos.appendingPathComponent(".hidden.png"))
            try FileManager.default.createSymbolicLink(
                at: web.photos.appendingPathComponent("link.png"),
                withDestinationURL: URL(fileURLWithPath: "/etc/passwd"))
            let cookie = try await web.letIn()
            #expect(try await web.request("GET", "photo/original/one.png", cookie: cookie).status == 200)
            #expect(try await web.request("GET", path, cookie: cookie).status == 404)
        }
    }

    @Test func `a head without an end is cut off`() async throws {
        try await WebFixture.with { web in
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let line = Array("GET / HTTP/1.1\r\nHost: ".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)
            #expect(await client.exchange(line).isClosed)
        }
    }

    @Test func `whoever does not know the address cannot make a connection a tab's`() async throws {
        try await WebFixture.with { web in
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let head = Array("GET / HTTP/1.1\r\nHost: \(web.authority)\r\nUpgrade: x\r\n\r\n".utf8)
            let answer = await client.exchange(head)
            #expect(answer.isClosed && answer.bytes.isEmpty)
        }
    }

    @Test func `a message that is too long ends the tab's connection`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            let long = String(repeating: " ", count: WebLimits.messageBytes + 1)
            for bytes in [frame(long), [0x81, 0xFF] + [UInt8](repeating: 0x7F, count: 8) + [0, 0, 0, 0]] {
                let tab = try await web.openTab(cookie: cookie)
                defer { tab.close() }
                #expect(await tab.exchange(bytes).isClosed)
            }
            // The same in pieces, each of which is allowed.
            let tab = try await web.openTab(cookie: cookie)
            defer { tab.close() }
            let piece = String(repeating: " ", count: 60_000)
            let pieces = (0..<10).flatMap { frame(piece, opcode: $0 == 0 ? 1 : 0, isLast: false) }
            #expect(await tab.exchange(pieces).isClosed)
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"n\":1}", "{\"n\":1,\"do\":\"shutdown\"}", "{\"n\":1,\"do\":\"photos\"}", "\u{0}",
        String(repeating: "[", count: 100_000), "{\"n\":1e400,\"do\":\"hello\"}",
        "{\"n\":1,\"do\":\"hello\",\"tab\":7}",
    ])
    func `a tab that says anything but the first message first loses its connection`(message: String) async throws {
        try await WebFixture.with { web in
            let tab = try await web.openTab(cookie: try await web.letIn())
            defer { tab.close() }
            #expect(await tab.exchange(frame(message)).isClosed)
        }
    }

    @Test func `frames without a mask, and of kinds that there are not, end the connection`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            for bytes in [frame("{}", isMasked: false), frame("{}", opcode: 3), frame("x", opcode: 2)] {
                let tab = try await web.openTab(cookie: cookie)
                defer { tab.close() }
                #expect(await tab.exchange(bytes).isClosed)
            }
        }
    }

    @Test func `events for views that a tab never saw change nothing, and the tab goes on`() async throws {
        try await WebFixture.with { web in
            let tab = try await web.openTab(cookie: try await web.letIn())
            defer { tab.close() }
            var bytes = frame("{\"n\":1,\"do\":\"hello\"}")
            for session in ["1", "-7", "9223372036854775807"] {
                let event = "{\"number\":1,\"node\":4294967295,\"event\":\"activate\"}"
                bytes += frame("{\"n\":0,\"do\":\"input\",\"session\":\(session),\"event\":\(event)}")
                bytes += frame("{\"n\":0,\"do\":\"presented\",\"session\":\(session)}")
                bytes += frame("{\"n\":0,\"do\":\"whole\",\"session\":\(session)}")
                bytes += frame("{\"n\":2,\"do\":\"cancel\",\"session\":\(session)}")
            }
            bytes += frame("{\"n\":3,\"do\":\"notes\"}")
            let answer = await tab.exchange(bytes) { $0.text.contains("\"re\":3") }
            #expect(answer.text.contains("\"re\":3") && !answer.isClosed)
        }
    }

    @Test func `a flood of calls is answered or refused, each once, and others are served`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            let tab = try await web.openTab(cookie: cookie)
            defer { tab.close() }
            let calls = (2...500).flatMap { frame("{\"n\":\($0),\"do\":\"processes\"}") }
            async let flood = tab.exchange(frame("{\"n\":1,\"do\":\"hello\"}") + calls) {
                $0.text.components(separatedBy: "\"re\":").count > 500
            }
            #expect(try await web.request("GET", "ping", cookie: cookie).status == 204)
            let answer = await flood
            #expect(answer.text.components(separatedBy: "\"re\":").count == 501)
        }
    }

    @Test func `more connections than there may be are closed, and later ones are served`() async throws {
        try await WebFixture.with { web in
            let idle = try (0..<WebLimits.connections).map { _ in try RawClient(port: web.server.port) }
            // Each has been accepted when the last one has had an answer, or the port would not have closed this one.
            let extra = try RawClient(port: web.server.port)
            #expect(await extra.exchange([]).isClosed)
            extra.close()
            for client in idle { client.close() }
            while try await web.request("GET", "").status != 200 { await Task.yield() }
        }
    }

    @Test(arguments: ["PK\u{3}\u{4}", "no archive at all", "<svg/>"])
    func `what is no archive is not installed, and a sentence says so`(content: String) async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            let answer = try await web.request("POST", "apps", cookie: cookie, body: content)
            #expect(answer.status == 422 && answer.text.contains("zip archive"))
        }
    }

    @Test func `a body that is longer than any app is not read`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let head = web.head("POST", "apps", cookie: cookie, headers: ["Content-Length: 9000000000"])
            #expect(await client.exchange(head).isClosed)
        }
    }

    @Test func `every answer forbids what a page of ours never does`() async throws {
        try await WebFixture.with { web in
            let cookie = try await web.letIn()
            for (path, cookie) in [("", nil), ("app.js", nil), ("photo/original/one.png", cookie), ("nothing", nil)] {
                let answer = try await web.request("GET", path, cookie: cookie)
                let policy = try #require(answer.header("Content-Security-Policy"))
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Referrer-Policy") == "no-referrer")
            }
        }
    }
}
