import Foundation
import Glibc
import Testing

@testable import appex_web

/// Who has opened a connection to the port.
@Suite struct ConnectionOwnerTests {
    @Test func `the kernel names this user as the owner of an established connection`() async throws {
        try await WebFixture.with { web in
            let client = try RawClient(port: web.server.port)
            defer { client.close() }
            let socket = try #require(ConnectionOwner.socket(local: client.port, remote: web.server.port))
            #expect(socket == ConnectionOwner.Socket(state: 1, user: geteuid()))
            #expect(!ConnectionOwner.isAnotherUser(client: client.port, server: web.server.port))
            #expect(ConnectionOwner.socket(local: client.port, remote: 1) == nil)
        }
    }

    @Test func `a listening socket of the same port is not taken for the connection's end`() async throws {
        try await WebFixture.with { web in
            #expect(ConnectionOwner.isAnotherUser(client: web.server.port, server: 1))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "becoming another user needs root"))
    func `another user's connection is closed without an answer`() async throws {
        try await WebFixture.with { web async throws in
            let request = String(decoding: web.head("GET", "", host: web.authority), as: UTF8.self)
            #expect(try await Self.bytesAnswered(to: request, port: web.server.port, user: 0) > 0)
            #expect(try await Self.bytesAnswered(to: request, port: web.server.port, user: 65534) == 0)
        }
    }

    /// Sends a request from a program of another user.
    private static func bytesAnswered(to request: String, port: UInt16, user: Int) async throws -> Int {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        program.arguments = [
            "--reuid", "\(user)", "--clear-groups", "timeout", "1200", "bash", "-c",
            #"exec 3<>"/dev/tcp/127.0.0.1/$1"; printf %s "$0" >&3; cat <&3 | wc -c"#, request, "\(port)",
        ]
        let output = Pipe()
        program.standardOutput = output
        program.standardError = FileHandle.nullDevice
        try program.run()
        // Not on a thread of Swift's pool, which the server needs.
        let text = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: output.fileHandleForReading.readDataToEndOfFile())
                program.waitUntilExit()
            }
        }
        // It prints nothing when it was ended by writing to a connection that had been closed.
        return Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
}
