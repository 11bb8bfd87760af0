import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import SystemPackage
import Testing

@testable import OpenExtensionKit

/// Sessions that end before the host has said a word, without an extension.
@Suite(.timeLimit(.minutes(30))) struct ClosedSessionTests {
    @Test func `a session that is closed from the start is one error`() async throws {
        let socket = try PacketSocket.pair().keepFirst()
        #expect(try await failure(socket, timeout: .seconds(60), since: .now)?.code == .died)
    }

    @Test func `a request whose time is up before it starts is one error`() async throws {
        let ends = try PacketSocket.pair().bags()
        guard let socket = ends.0.take() else { throw Errno.badFileDescriptor }
        #expect(try await failure(socket, timeout: .seconds(1), since: .now - .seconds(2))?.code == .timedOut)
        withExtendedLifetime(ends.1) {}
    }

    /// How a request over this socket fails, with a session that no broker knows.
    private func failure(
        _ socket: consuming Descriptor, timeout: Duration, since asked: ContinuousClock.Instant
    ) async throws -> ExtensionError? {
        let folder = FilePath(NSTemporaryDirectory()).appending(UUID().uuidString).string
        let environment = ["APPEX_ROOT": folder, "XDG_RUNTIME_DIR": folder]
        let place = try DevicePlace(environment: environment, home: FilePath(folder), uid: CurrentUser.identifier)
        let ends = try PacketSocket.pair().bags()
        guard let end = ends.0.take() else { throw Errno.badFileDescriptor }
        let lease = SessionLease(
            session: 1, broker: BrokerClient(place: place, environment: [:]),
            connection: try Connection(socket: end, role: "host"))
        do {
            _ = try await HostRequest(extension: "org.example.Gone", lease: lease, [])
                .run(socket, timeout: timeout, since: asked)
            return nil
        } catch let error as ExtensionError {
            return error
        }
    }
}
