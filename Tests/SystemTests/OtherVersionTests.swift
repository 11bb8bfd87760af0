import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import ExtensionTesting
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// Programs of two versions of the kit on one device.
@Suite(.timeLimit(.minutes(30))) struct OtherVersionTests {
    private static func greet(_ socket: borrowing Descriptor) throws {
        let hello = try Frame(.hello, body: Hello(role: "other", versions: 7...9).wireBytes()).packet().bytes
        try #require(send(socket.rawValue, hello, hello.count, CInt(MSG_NOSIGNAL)) == hello.count)
    }

    /// Greets the broker of a device as a program of another version does, and waits until it hangs up.
    private static func visit(_ device: TestDevice) throws {
        let socket = try PacketSocket.connect(to: device.place.runtime.brokerSocket).intoDescriptor()
        try greet(socket)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(socket.rawValue, &buffer, buffer.count, 0) > 0 {}
    }

    @Test func `an idle broker leaves at once for a program of another version`() async throws {
        try await TestDevice.with(idle: 3600) { device in
            var host: ExtensionHost? = device.host()
            let broker = try #require(try await host?.processes().first { $0.role == .broker }).pid
            // The host is still connected, and the broker stays for it.
            try Self.visit(device)
            #expect(try await host?.processes().first { $0.role == .broker }?.pid == broker)
            host = nil
            _ = try await ProcessEnd.of(broker)
        }
    }

    @Test func `a broker of another version is an error with both versions until it has ended`() async throws {
        try await TestDevice.with { device in
            try PrivateFolder.make(device.place.runtime.folder)
            let loop = try EventLoop(name: "other-broker")
            defer { loop.stop() }
            let listener = try Listener(at: device.place.runtime.brokerSocket, on: loop) { client, _ in
                var hello = [UInt8](repeating: 0, count: 4096)
                try? Self.greet(client)
                _ = recv(client.rawValue, &hello, hello.count, 0)
            }
            let host = device.host()
            let error = await #expect(throws: ExtensionError.self) { try await host.extensions() }
            #expect(error?.code == .brokerUnavailable)
            let words = "speaks versions 7 to 9 of the protocol, and this program version 1."
            #expect(error?.message.contains(words) == true, "\(error as Any)")
            listener.close()
            unlink(device.place.runtime.brokerSocket.string)
            #expect(try await host.extensions().isEmpty)
        }
    }
}
