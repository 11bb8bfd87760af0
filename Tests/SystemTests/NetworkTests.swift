import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// A server on 127.0.0.1 that answers every connection, or every HTTP request, with a line.
private final class GreetingServer: Sendable {
    private let socket: Descriptor
    let port: UInt16

    init(isHTTP: Bool = false) throws {
        socket = Descriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = socket.rawValue
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(number, pointer, length) == 0, listen(number, 8) == 0 else { return -1 }
                return getsockname(number, pointer, &length)
            }
        }
        guard status == 0 else { throw Errno(rawValue: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let client = accept(number, nil, nil)
                guard client >= 0 else { return }
                if isHTTP { Self.readHead(of: client) }
                let answer =
                    (isHTTP ? "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n" : "") + "hello\n"
                send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
                close(client)
            }
        }
    }

    /// Reads a request up to its empty line.
    private static func readHead(of client: Int32) {
        var head: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n"), head.count < 65536 {
            let count = recv(client, &part, part.count, 0)
            guard count > 0 else { return }
            head += part[..<count]
        }
    }

    deinit { shutdown(socket.rawValue, Int32(SHUT_RDWR)) }
}

/// Extensions that may use the network, and those that may not.
@Suite(.timeLimit(.minutes(30))) struct NetworkTests {
    /// Whether the program that connects networks is installed, and usable by this user.
    private static let isPossible =
        ProgramLocator.find("slirp4netns", variable: "APPEX_SLIRP", environment: ProcessInfo.processInfo.environment)
        != nil
        && access("/dev/net/tun", R_OK | W_OK) == 0

    private static func attempts(
        point: String = "com.apple.services", network: Bool = true, loopback: Bool = true
    ) async throws -> [AnyHashable: Any] {
        let server = try GreetingServer()
        let settings = loopback ? ["APPEX_ALLOW_LOOPBACK": "1"] : [:]
        var found: [AnyHashable: Any] = [:]
        try await TestDevice.with(linger: 0.1, settings: settings) { device in
            var appex = TestAppex("Fixture", .fixture, behaviour: "network", point: point)
            appex.network = network
            try await device.install(appex)
            if point != "com.apple.services" { try await device.host().enable(fixtureIdentifier) }
            let items = try await device.host().send("network", text: "\(server.port)")
            found = try #require(items.first?.userInfo)
        }
        withExtendedLifetime(server) {}
        return found
    }

    private static func error(_ attempts: [AnyHashable: Any], _ name: String) -> Int32? {
        (attempts[name] as? Int).map { Int32($0) }
    }

    @Test(.enabled(if: isPossible)) func `with the entitlement a server is reached, and what is not allowed is not`()
        async throws
    {
        let attempts = try await Self.attempts()
        #expect(attempts["page"] as? String == "hello\n", "\(attempts)")
        #expect(Self.error(attempts, "this machine") == 0 && Self.error(attempts, "UDP") == 0)
        // Its loopback is its own, on which nobody listens.
        #expect(Self.error(attempts, "its own loopback") == ECONNREFUSED)
        let refused = [
            "metadata", "metadata of Azure", "metadata of Alibaba", "metadata of Oracle", "link", "shared, first",
            "shared, last",
            "UDP to metadata",
        ]
        for name in refused {
            #expect(Self.error(attempts, name) == EACCES, "\(name): \(attempts)")
        }
        for name in ["local socket", "kernel socket", "packet socket", "raw socket", "bind", "listen"] {
            #expect(Self.error(attempts, name) == EPERM, "\(name): \(attempts)")
        }
        #expect(attempts["resolver"] as? String == "nameserver 10.0.2.3\noptions single-request\n")
        #expect(attempts["private keys"] as? Bool == false)
        let machine = try? FileManager.default.contentsOfDirectory(atPath: "/etc/ssl/certs")
        #expect(attempts["certificates"] as? Bool == (machine?.isEmpty == false))
    }

    @Test(.enabled(if: isPossible)) func `a Share extension loads a page with URLSession`() async throws {
        let server = try GreetingServer(isHTTP: true)
        try await TestDevice.with(linger: 0.1, settings: ["APPEX_ALLOW_LOOPBACK": "1"]) { device in
            var appex = TestAppex(
                "Fixture", .download, point: "com.apple.share-services", rule: .predicate("TRUEPREDICATE"))
            appex.network = true
            try await device.install(appex)
            let items = try await device.host().send("", text: "http://10.0.2.2:\(server.port)/page")
            let answer = try #require(items.first?.userInfo)
            #expect(answer["body"] as? String == "hello\n" && answer["status"] as? Int == 200, "\(answer)")
        }
        withExtendedLifetime(server) {}
    }

    @Test(.enabled(if: isPossible)) func `services of this machine alone are reached only if its owner says so`()
        async throws
    {
        let attempts = try await Self.attempts(loopback: false)
        #expect(attempts["page"] == nil && Self.error(attempts, "this machine") != 0, "\(attempts)")
    }

    @Test(arguments: [("com.apple.services", false), ("com.apple.networkextension.filter-data", true)])
    func `without the entitlement, or where the point allows none, there is no socket`(
        _ point: String, _ network: Bool
    ) async throws {
        let attempts = try await Self.attempts(point: point, network: network)
        for name in ["this machine", "its own loopback", "metadata", "UDP", "local socket", "bind", "listen"] {
            #expect(Self.error(attempts, name) == EPERM, "\(name): \(attempts)")
        }
        #expect(attempts["resolver"] as? String == "none")
    }

    @Test(.enabled(if: isPossible)) func `the connection ends with the process`() async throws {
        let server = try GreetingServer()
        try await TestDevice.withLastingProcesses { device in
            var appex = TestAppex("Fixture", .fixture, behaviour: "network")
            appex.network = true
            try await device.install(appex)
            let host = device.host()
            _ = try await host.send("network", text: "\(server.port)")
            let process = try await host.process()
            let connection = try #require(Self.connections(of: process.parent).first)
            sendSignal(SIGKILL, to: process.pid)
            _ = try await ProcessEnd.of(connection)
        }
    }

    /// The processes that connect the network in which a process is.
    private static func connections(of pid: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { number in
            let words = SystemFile.text("/proc/\(number)/cmdline").split(separator: "\0")
            return words.first?.hasSuffix("slirp4netns") == true && words.contains("\(pid)")
        }
    }
}
