@testable import AppexBroker
import AppexProtocol
import AppexSystem
import AppexWire
import Glibc
import Logging
import SystemPackage
import TestSupport
import Testing

/// The sockets on which processes coordinate their access to files.
@Suite(.timeLimit(.minutes(5))) struct CoordinationServiceTests {
    private static let reach = CoordinationPeer.Reach.groups([], areWritable: true, identifier: "org.example.App.Ext")

    private static func with(
        _ reach: CoordinationPeer.Reach = Self.reach,
        _ body: (CoordinationService, consuming Descriptor) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            let service = CoordinationService(
                loop: loop, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                mark: folder.appending("mark"),
                lastEndedBadly: false)
            let (_, bag) = try service.connect(name: "process", pid: 1, reach: reach)
            guard let socket = bag.take() else { throw Errno.badFileDescriptor }
            try await body(service, socket)
        }
    }

    private static func claim(items: Int, of bytes: Int) -> CoordinationInterface.Claim {
        let folder = "/" + String(repeating: "f", count: bytes - 8)
        let paths = (0..<items).map { "\(folder)/\($0 + 100_000)" }
        return CoordinationInterface.Claim(
            number: 1, purpose: "p", chain: 0,
            accesses: paths.map { .init(path: $0, package: $0, isWriting: true, options: 0) })
    }

    @Test func `a claim of a thousand files comes in pieces and is granted`() async throws {
        try await Self.with { service, socket in
            let connection = try Connection(
                socket: socket, role: "extension", bodies: .inPieces(atMost: WireLimits.bodyBytes))
            try connection.start { _ in }
            let granted = try await connection.call(Self.claim(items: 1024, of: 200), within: .seconds(100)).0
            #expect(granted.paths.count == 1024)
            #expect(await service.records().first?.items.count == 1024)
            connection.close()
        }
    }

    @Test func `a claim that is larger than the largest ends the connection`() async throws {
        try await Self.with { service, socket in
            let connection = try Connection(
                socket: socket, role: "extension", bodies: .inPieces(atMost: WireLimits.bodyBytes))
            try connection.start { _ in }
            await #expect(throws: WireError.self) {
                _ = try await connection.call(Self.claim(items: 1024, of: 600), within: .seconds(100))
            }
            #expect(connection.isClosed)
        }
    }

    @Test(arguments: [CoordinationPeer.Reach.everything, reach])
    func `a message with a descriptor ends the connection, and the descriptor is not taken`(
        _ reach: CoordinationPeer.Reach
    ) async throws {
        try await Self.with(reach) { service, socket in
            // Sends bodies in memory files, which the other end does not take.
            let connection = try Connection(socket: socket, role: "extension")
            try connection.start { _ in }
            await #expect(throws: WireError.self) {
                _ = try await connection.call(Self.claim(items: 1024, of: 200), within: .seconds(100))
            }
            #expect(connection.isClosed)
            try await eventually("the process is forgotten") { await service.records().isEmpty }
        }
    }
}
