import AppexModel
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// Every way out that we know of, tried from inside.
@Suite(.timeLimit(.minutes(30)))
struct EscapeTests {
    /// More than are in the tables would hide a table that was forgotten.
    private static let fewestAttempts = 330

    @Test(arguments: LauncherMode.confined)
    func `every attempt to get out is refused`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let neighbours = try Neighbours(of: fixture)
            defer { neighbours.close() }
            let attempts = try await EscapeAttempt.all(in: fixture, mode)
            let holes = KnownHole.reasons(in: mode)
            for attempt in attempts {
                if let reason = holes[attempt.name] {
                    withKnownIssue("\(reason)") { #expect(attempt.isRefused, "\(mode): \(attempt)") }
                } else {
                    #expect(attempt.isRefused, "\(mode): \(attempt)")
                }
            }
            #expect(attempts.count >= Self.fewestAttempts)
            #expect(Set(attempts.map(\.name)).isSuperset(of: holes.keys), "a hole of no attempt")
        }
    }

    /// What the filter of a network lets through, with the outcome: sockets of the process's own network, where nobody else is,
    /// and a pair of streams. An end of that is connected for good, whatever it is told to connect to.
    private static let ofNetwork = [
        "sockets: make a socket: TCP": "through", "sockets: make a socket: UDP": "through",
        "sockets: make a socket: TCP, version 6": "through", "sockets: make a socket: UDP, version 6": "through",
        "sockets: make a socket of any family and type": "through", "sockets: make a stream pair": "through",
        "sockets: connect to an abstract name": "ECONNREFUSED", "sockets: connect to a socket file": "ENOENT",
        "sockets: send to an abstract name": "EISCONN",
    ]

    @Test func `an extension with a network gets no further, but for sockets in a network of its own`() async throws {
        try await SandboxFixture.with { fixture in
            let neighbours = try Neighbours(of: fixture)
            defer { neighbours.close() }
            let holes = KnownHole.reasons(in: .direct)
            let attempts = try await EscapeAttempt.all(in: fixture, .direct, network: true)
            let through = attempts.filter { !$0.isRefused && holes[$0.name] == nil }
            let outcomes = Dictionary(uniqueKeysWithValues: through.map { ($0.name, $0.outcome) })
            #expect(outcomes == Self.ofNetwork)
            #expect(attempts.count >= Self.fewestAttempts)
        }
    }

    @Test func `without a sandbox the same attempts get through`() async throws {
        try await SandboxFixture.with { fixture in
            let neighbours = try Neighbours(of: fixture)
            defer { neighbours.close() }
            let attempts = try EscapeAttempt.allWithoutSandbox(in: fixture)
            #expect(attempts.count >= Self.fewestAttempts)
            for attempt in attempts {
                // What this machine does not have shows nothing.
                if attempt.isRefused, attempt.outcome == "ENOENT" || attempt.outcome == "ENOSYS" {
                    print("not on this machine: \(attempt)")
                    continue
                }
                switch attempt.proof {
                case .anybody: #expect(!attempt.isRefused, "no layer of ours refuses \(attempt)")
                case .nobody: #expect(attempt.isRefused, "\(attempt)")
                // Even root may have less than all rights, in a container for example.
                case .root: if attempt.isRefused { print("needs more rights to be shown: \(attempt)") }
                }
            }
        }
    }
}

/// What there is to find outside: a local socket and a socket of the network, both listening.
private struct Neighbours {
    private let local: CInt
    private let loopback: CInt

    init(of fixture: SandboxFixture) throws {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = fixture.other.appending("socket").string
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        local = try Self.listen(AF_UNIX, name)
        chmod(path, 0o777)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        loopback = try Self.listen(AF_INET, address)
    }

    private static func listen<Address>(_ family: CInt, _ address: Address) throws -> CInt {
        let number = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        let size = socklen_t(MemoryLayout<Address>.size)
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
        }
        try #require(bound == 0 && Glibc.listen(number, 1) == 0)
        return number
    }

    func close() {
        Glibc.close(local)
        Glibc.close(loopback)
    }
}
