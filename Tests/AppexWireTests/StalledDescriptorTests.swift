import AppexSystem
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AppexWire

/// Descriptors of a file system that does not answer, which a peer sends over and over.
///
/// Each test is a process of its own: a process that another test starts would wait for that file system when it closes its copies of
/// the descriptors.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: SilentFileSystem.isAvailable, "a file system that stalls needs /dev/fuse and the right to mount"))
struct StalledDescriptorTests {
    /// The frames that can carry a descriptor, those included that the protocol does not allow.
    static let frames: [[UInt8]] = {
        var frames: [[UInt8]] = [[0]]
        for kind in UInt8(0)...8 {
            for mark in [0, Frame.bodyByDescriptor, Frame.continued] {
                for request in [UInt8(0), 1] {
                    let header: [UInt8] = [16, 0, 0, 0, kind | mark, 1, 7, 0, request, 0, 0, 0, 0, 0, 0, 0]
                    frames.append(header)
                    frames.append([17] + header.dropFirst() + [0])
                }
            }
        }
        return frames
    }()

    /// Answers requests with their text.
    private static func serve(_ own: DescriptorBag, on loop: EventLoop) throws -> Connection {
        guard let socket = own.take() else { throw Errno.badFileDescriptor }
        let connection = try Connection(socket: socket, role: "server", on: loop)
        try connection.start { inbound in
            guard case .request(let request) = inbound, let echo = try? Echo(wireBytes: request.body) else { return }
            request.reply(echo)
        }
        return connection
    }

    @Test func `no frame with a file of a stalled file system holds the event loop up`() async {
        await #expect(processExitsWith: .success) { try await Self.sendFrames() }
    }

    private static func sendFrames() async throws {
        try await withTemporaryFolder { folder in
            let remote = try #require(SilentFileSystem(at: folder.appending("remote")))
            defer { remote.remove() }
            let file = DescriptorBag(try Descriptor(opening: remote.file, O_RDONLY))
            remote.fallSilent()
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }

            var connections: [Connection] = []
            for frame in Self.frames {
                let (own, other) = try PacketSocket.pair().bags()
                guard let peer = other.take() else { throw Errno.badFileDescriptor }
                connections.append(try Self.serve(own, on: loop))
                let hello = try OutgoingPacket(.hello, code: 0, request: 0, Hello(role: "hostile"), nil).bytes
                _ = try? Packet.send(hello, nil, on: peer.rawValue)
                _ = try? Packet.send(frame, file, on: peer.rawValue)
                // Each of the peers hangs up at once.
            }
            let (own, other) = try PacketSocket.pair().bags()
            connections.append(try Self.serve(own, on: loop))
            guard let socket = other.take() else { throw Errno.badFileDescriptor }
            let neighbour = try Connection(socket: socket, role: "neighbour")
            try neighbour.start { _ in }
            let (reply, _) = try await neighbour.call(Echo(7), within: .seconds(300))
            #expect(reply == Echo(7))
            neighbour.close()
            for connection in connections { connection.close() }
        }
    }

    @Test func `a peer is read no further while its descriptors cannot be closed`() async {
        await #expect(processExitsWith: .success) { try await Self.exceedTheBound(hangingUp: false) }
    }

    @Test func `what a peer has left that hangs up while its descriptors cannot be closed is dropped`() async {
        await #expect(processExitsWith: .success) { try await Self.exceedTheBound(hangingUp: true) }
    }

    private static func exceedTheBound(hangingUp hangsUp: Bool) async throws {
        try await withTemporaryFolder { folder in
            let remote = try #require(SilentFileSystem(at: folder.appending("remote")))
            defer { remote.remove() }
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            let (near, far) = try PacketSocket.pair().bags()
            guard let own = near.take(), let peer = far.take() else { throw Errno.badFileDescriptor }
            let (other, client) = try PacketSocket.pair().bags()
            let server = try Self.serve(other, on: loop)
            guard let socket = client.take() else { throw Errno.badFileDescriptor }
            let neighbour = try Connection(socket: socket, role: "neighbour")
            try neighbour.start { _ in }

            let file = DescriptorBag()
            let opened = try Descriptor(opening: remote.file, O_RDONLY)
            for _ in 0..<WireLimits.descriptors { file.append(try opened.duplicate()) }
            remote.fallSilent()
            let seen = Inbox<UInt8>()
            let transport = SocketTransport(own, on: loop)
            try transport.start { event in
                switch event {
                case .packet(let bytes, _): seen.put(bytes[0])
                case .end: seen.put(255)
                }
            }
            // One packet more than are allowed to have descriptors that are open.
            let last = UInt8(WireLimits.unclosedDescriptors / WireLimits.descriptors)
            for number in 0...last { try #require(try Packet.send([number], file, on: peer.rawValue)) }
            for number in 0...last { #expect(await seen.next() == number) }
            try #require(try Packet.send([100], nil, on: peer.rawValue))
            if hangsUp { Packet.shutdown(peer.rawValue) }
            for number in 0..<3 {
                #expect(try await neighbour.call(Echo(number), within: .seconds(300)).0 == Echo(number))
            }
            if hangsUp {
                // What it has left is dropped.
                #expect(await seen.next() == 255)
                // The descriptors of the test itself are closed when it ends.
                remote.remove()
            } else {
                #expect(seen.isEmpty)
                remote.remove()
                #expect(await seen.next() == 100)
            }
            transport.close()
            neighbour.close()
            server.close()
        }
    }
}
