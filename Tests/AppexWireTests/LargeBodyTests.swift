import AppexSystem
import Synchronization
import Testing

@testable import AppexWire

/// Bodies that are larger than a frame, over connections that take no descriptors.
@Suite(.timeLimit(.minutes(5))) struct LargeBodyTests {
    private static let room = WireLimits.frameBytes - Frame.headerBytes

    private static func frame(_ kind: UInt8, code: UInt16 = 5, request: UInt64 = 0, _ body: [UInt8]) throws -> Frame {
        var packet = OutgoingPacket(bytes: [UInt8](repeating: 0, count: Frame.headerBytes) + body, descriptors: nil)
        try packet.writeHeader(kind, code, request)
        return try packet.bytes.withUnsafeBytes { try Frame(parsing: $0, nil) }
    }

    private static let event = Frame.Kind.event.rawValue
    private static let begun = event | Frame.continued

    @Test(arguments: [1, room, room + 1, 2 * room, 2 * room + 1])
    func `a body is cut into frames and put together again`(count: Int) throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var packet = OutgoingPacket(bytes: [UInt8](repeating: 0, count: Frame.headerBytes) + body, descriptors: nil)
        try packet.writeHeader(Self.event, 5, 0)
        let frames = packet.frames
        #expect(frames.count == (count + Self.room - 1) / Self.room)
        var assembly = FrameAssembly(limit: count)
        for (place, bytes) in frames.enumerated() {
            #expect(bytes.count <= WireLimits.frameBytes)
            let whole = try assembly.add(try bytes.withUnsafeBytes { try Frame(parsing: $0, nil) })
            #expect((whole == nil) == (place < frames.count - 1))
            if let whole { #expect(whole.body == body && whole.code == 5 && whole.kind == .event) }
        }
    }

    @Test func `a body with the most bytes is taken, and one with a byte more is not`() throws {
        for (bytes, isTaken) in [(10, true), (11, false)] {
            var assembly = FrameAssembly(limit: 10)
            #expect(try assembly.add(Self.frame(Self.begun, [UInt8](repeating: 1, count: 5))) == nil)
            let last = try Self.frame(Self.event, [UInt8](repeating: 2, count: bytes - 5))
            if isTaken {
                #expect(try assembly.add(last)?.body.count == 10)
            } else {
                #expect(throws: WireError.tooLarge("a message in pieces", limit: 10)) { _ = try assembly.add(last) }
            }
        }
    }

    @Test func `only what continues the body comes between its pieces`() throws {
        for other in [
            try Self.frame(Self.event, code: 6, [1]), try Self.frame(Frame.Kind.request.rawValue, request: 1, [1]),
            try Self.frame(Frame.Kind.accepted.rawValue, code: 0, request: 1, []),
        ] {
            var assembly = FrameAssembly(limit: 100)
            _ = try assembly.add(Self.frame(Self.begun, [1]))
            #expect(throws: WireError.self) { _ = try assembly.add(other) }
        }
    }

    @Test func `pieces without content, of kinds without a body, or with a descriptor's mark are malformed`() throws {
        #expect(throws: WireError.self) { _ = try Self.frame(Self.begun, []) }
        #expect(throws: WireError.self) {
            _ = try Self.frame(Frame.Kind.hello.rawValue | Frame.continued, code: 0, [1])
        }
        #expect(throws: WireError.self) { _ = try Self.frame(Self.begun | Frame.bodyByDescriptor, [1]) }
    }

    @Test func `a connection that takes no pieces ends with the first one`() throws {
        var assembly = FrameAssembly(limit: LargeBodies.inMemoryFiles.pieceLimit)
        let piece = try Self.frame(Self.begun, [1])
        #expect(throws: WireError.malformed("a body in pieces, which this end does not take")) {
            _ = try assembly.add(piece)
        }
    }

    @Test(arguments: Link.allCases, [100, 65_516, 65_517, 300_000])
    func `requests and replies of any size cross a connection without descriptors`(_ link: Link, count: Int)
        async throws
    {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop, takesDescriptors: false)
        let client = Connection(first, on: loop, role: "client", bodies: .inPieces(atMost: WireLimits.bodyBytes))
        let server = Connection(second, on: loop, role: "server", bodies: .inPieces(atMost: WireLimits.bodyBytes))
        defer {
            client.close()
            server.close()
        }
        try server.start { message in
            guard case .request(let request) = message, let echo = try? request.decode(Echo.self) else { return }
            request.reply(echo)
        }
        try client.start { _ in }
        let (ones, twos) = ([UInt8](repeating: 1, count: count), [UInt8](repeating: 2, count: count + 1))
        async let one = client.call(Echo(ones), within: .seconds(100))
        async let two = client.call(Echo(twos), within: .seconds(100))
        #expect(try await one.0.bytes == ones)
        #expect(try await two.0.bytes == twos)
    }

    @Test func `a message of more bytes than any may have is not sent`() throws {
        #expect(throws: WireError.tooLarge("a message", limit: WireLimits.bodyBytes)) {
            _ = try OutgoingPacket(
                .event, code: 1, request: 0, Echo([UInt8](repeating: 0, count: WireLimits.bodyBytes)), nil,
                .inPieces(atMost: .max))
        }
    }
}
