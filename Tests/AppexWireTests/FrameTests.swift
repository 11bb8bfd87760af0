import AppexSystem
import AppexWire
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct FrameTests {
    private static func parse(_ bytes: [UInt8], _ descriptors: DescriptorBag? = nil) throws(WireError) -> Frame {
        let result = bytes.withUnsafeBytes { bytes -> Result<Frame, WireError> in
            do throws(WireError) { return .success(try Frame(parsing: bytes, descriptors)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func header(
        length: UInt32 = 16, kind: UInt8 = 7, descriptors: UInt8 = 0, code: UInt16 = 1, request: UInt64 = 0
    ) -> [UInt8] {
        var encoder = WireEncoder()
        encoder.integer(length)
        encoder.integer(kind)
        encoder.integer(descriptors)
        encoder.integer(code)
        encoder.integer(request)
        return encoder.bytes
    }

    private static func null() throws -> DescriptorBag {
        DescriptorBag(try Descriptor(opening: "/dev/null", O_RDONLY))
    }

    @Test(arguments: Frame.Kind.allCases) func `a frame of each kind reads as it was written`(_ kind: Frame.Kind) throws
    {
        var frame = Frame(kind, request: kind == .hello || kind == .event ? 0 : 77)
        if kind != .accepted && kind != .cancel { frame.body = [1, 2, 3] }
        if kind != .accepted && kind != .cancel && kind != .hello { frame.code = 0xABCD }
        let packet = try frame.packet()
        let read = try Self.parse(packet.bytes, packet.descriptors)
        #expect(read.kind == frame.kind)
        #expect(read.code == frame.code)
        #expect(read.request == frame.request)
        #expect(read.body == frame.body)
        #expect(read.descriptors == nil)
    }

    @Test func `the layout is the documented one`() throws {
        let packet = try Frame(
            .request, code: 0x0102, request: 0x1122_3344_5566_7788, body: [9], descriptors: Self.null()
        ).packet()
        #expect(packet.bytes == [17, 0, 0, 0, 2, 1, 2, 1, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 9])
    }

    @Test func `each wrong field is refused`() throws {
        let wrong: [(String, [UInt8])] = [
            ("nothing", []),
            ("half a header", [UInt8](Self.header().dropLast())),
            ("a length that is too small", Self.header(length: 15)),
            ("a length that is too large", Self.header(length: 17)),
            ("a length beyond all bounds", Self.header(length: .max)),
            ("kind 0", Self.header(kind: 0)),
            ("kind 8", Self.header(kind: 8)),
            ("kind 127", Self.header(kind: 127)),
            ("an event with a request number", Self.header(kind: 7, request: 1)),
            ("a hello with a request number", Self.header(kind: 1, code: 0, request: 1)),
            ("a request without a number", Self.header(kind: 2)),
            ("a reply without a number", Self.header(kind: 3)),
            ("a failure without a number", Self.header(kind: 4)),
            ("an acknowledgement without a number", Self.header(kind: 5, code: 0)),
            ("a cancel without a number", Self.header(kind: 6, code: 0)),
            ("a hello with a code", Self.header(kind: 1)),
            ("an acknowledgement with a code", Self.header(kind: 5, request: 1)),
            ("a cancel with a code", Self.header(kind: 6, request: 1)),
            ("an acknowledgement with a body", Self.header(length: 17, kind: 5, code: 0, request: 1) + [0]),
            ("a cancel with a body", Self.header(length: 17, kind: 6, code: 0, request: 1) + [0]),
            ("descriptors that are not there", Self.header(descriptors: 1)),
            ("a body by descriptor without one", Self.header(kind: 0x87)),
        ]
        for (name, bytes) in wrong {
            let error = #expect(throws: WireError.self, "\(name) was accepted") { try Self.parse(bytes) }
            guard case .malformed = error else {
                Issue.record("\(name): \(String(describing: error))")
                return
            }
        }
        // The same without the fault is fine.
        #expect(throws: Never.self) { try Self.parse(Self.header()) }
    }

    @Test func `descriptors where none belong are refused`() throws {
        for kind in [Frame.Kind.hello, .failure, .accepted, .cancel] {
            let bytes = Self.header(
                kind: kind.rawValue, descriptors: 1, code: kind == .failure ? 1 : 0, request: kind == .hello ? 0 : 1)
            #expect(throws: WireError.malformed("\(kind) with descriptors")) { try Self.parse(bytes, try Self.null()) }
        }
    }

    @Test func `a number of descriptors that is not the announced one is refused`() throws {
        for (announced, received) in [(0, 1), (2, 1), (255, 1)] {
            #expect(throws: WireError.malformed("\(announced) descriptors announced, \(received) received")) {
                try Self.parse(Self.header(descriptors: UInt8(announced)), try Self.null())
            }
        }
    }

    @Test func `a frame larger than the limit is refused even when its length is true`() {
        let count = WireLimits.frameBytes + 1
        let bytes = Self.header(length: UInt32(count)) + [UInt8](repeating: 0, count: count - 16)
        #expect(throws: WireError.malformed("a frame of \(count) bytes says that it has \(count)")) {
            try Self.parse(bytes)
        }
    }

    @Test(arguments: [0, 1, 65_520, 65_521, 100_000]) func `a body travels inline while it fits, else in a sealed file`(
        _ count: Int
    ) throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let packet = try Frame(.event, code: 1, body: body, descriptors: Self.null()).packet()
        let inline = count + Frame.headerBytes <= WireLimits.frameBytes
        #expect(packet.bytes.count == (inline ? count + 16 : 16))
        #expect(packet.descriptors?.count == (inline ? 1 : 2))
        let read = try Self.parse(packet.bytes, packet.descriptors)
        #expect(read.body == body)
        // The descriptor of the message itself is what is left.
        #expect(read.descriptors?.count == 1)
    }

    @Test func `what exceeds a limit is not even sent`() throws {
        let large = Frame(.event, code: 1, body: [UInt8](repeating: 0, count: WireLimits.bodyBytes + 1))
        #expect(throws: WireError.tooLarge("a message", limit: WireLimits.bodyBytes)) { try large.packet() }
        let bag = DescriptorBag()
        for _ in 0..<WireLimits.descriptors { bag.append(try Descriptor(opening: "/dev/null", O_RDONLY)) }
        // One more for the body.
        let full = Frame(.event, code: 1, body: [UInt8](repeating: 0, count: 65_521), descriptors: bag)
        #expect(throws: WireError.tooLarge("the number of descriptors", limit: WireLimits.descriptors)) {
            try full.packet()
        }
        #expect(bag.count == 0)
    }

    @Test func `a body in anything but a sealed memory file is refused without waiting for it`() async throws {
        try await withTemporaryFolder { folder in
            let fifo = folder.appending("fifo")
            #expect(mkfifo(fifo.string, 0o600) == 0)
            let file = try Descriptor(opening: folder.appending("file"), O_RDWR | O_CREAT)
            #expect(write(file.rawValue, "abc", 3) == 3)
            try refuse(try Descriptor(opening: fifo, O_RDWR))
            try refuse(try Descriptor(opening: folder, O_RDONLY))
            try refuse(try Descriptor(opening: "/dev/zero", O_RDONLY))
            try refuse(file)
        }
    }

    private func refuse(_ file: consuming Descriptor) throws {
        let bytes = Self.header(kind: 0x87, descriptors: 1)
        let bag = DescriptorBag(file)
        #expect(throws: WireError.malformed("a body in a file that is not sealed")) { try Self.parse(bytes, bag) }
    }

    @Test func `a body by descriptor above the limit is refused before it is read`() throws {
        let large = [UInt8](repeating: 0, count: WireLimits.bodyBytes + 1)
        let bag = DescriptorBag(try SealedMemory.file(holding: large.span.bytes))
        let error = #expect(throws: WireError.self) { try Self.parse(Self.header(kind: 0x87, descriptors: 1), bag) }
        #expect("\(String(describing: error))".contains("cannot be read"))
    }

    @Test func `a body by descriptor and one inline at once are refused`() throws {
        let small: [UInt8] = [1]
        let bag = DescriptorBag(try SealedMemory.file(holding: small.span.bytes))
        #expect(throws: WireError.malformed("a body by descriptor without one")) {
            try Self.parse(Self.header(length: 17, kind: 0x87, descriptors: 1) + [1], bag)
        }
    }
}

@Suite struct HelloTests {
    @Test func `reads as it was written`() throws {
        let hello = Hello(role: "someone", versions: 3...9)
        #expect(try Hello(wireBytes: hello.wireBytes()) == hello)
    }

    @Test func `the highest version that both know is spoken`() {
        let mine = Hello(role: "", versions: 2...5)
        #expect(mine.common(with: Hello(role: "", versions: 1...3)) == 3)
        #expect(mine.common(with: Hello(role: "", versions: 4...9)) == 5)
        #expect(mine.common(with: Hello(role: "", versions: 2...2)) == 2)
        #expect(mine.common(with: Hello(role: "", versions: 1...1)) == nil)
        #expect(mine.common(with: Hello(role: "", versions: 6...7)) == nil)
    }

    @Test func `a stranger, a range upside down and a role too long are refused`() throws {
        var good = try Hello(role: "x").wireBytes()
        #expect(throws: Never.self) { try Hello(wireBytes: good) }
        good[0] ^= 1
        #expect(throws: WireError.malformed("no hello")) { try Hello(wireBytes: good) }
        var encoder = WireEncoder()
        encoder.integer(Hello.magic)
        encoder.integer(UInt16(2))
        encoder.integer(UInt16(1))
        try encoder.string("x")
        #expect(throws: WireError.malformed("versions 2 to 1")) { try Hello(wireBytes: encoder.bytes) }
        let long = Hello(role: String(repeating: "x", count: WireLimits.stringBytes + 1))
        #expect(throws: WireError.tooLarge("a string", limit: WireLimits.stringBytes)) { try long.wireBytes() }
    }

    @Test func `the word at its beginning reads APPX`() throws {
        #expect(try Hello(role: "").wireBytes().prefix(4).elementsEqual("APPX".utf8))
    }
}

@Suite struct RemoteFailureTests {
    @Test func `reads as it was written`() throws {
        let failure = RemoteFailure(code: "gone", message: "It has gone.")
        #expect(try RemoteFailure(wireBytes: failure.wireBytes()) == failure)
    }

    @Test(arguments: ["x", "é", "👨‍👩‍👧", "e\u{301}\u{301}\u{301}\u{301}\u{301}"])
    func `can be sent whatever its text, cut between characters`(_ part: String) throws {
        let failure = RemoteFailure(
            code: String(repeating: part, count: 5000), message: String(repeating: part, count: 50_000))
        let read = try RemoteFailure(wireBytes: failure.wireBytes())
        #expect(failure.code.utf8.starts(with: read.code.utf8))
        #expect(failure.message.utf8.starts(with: read.message.utf8))
        #expect((RemoteFailure.messageBytes - 4...RemoteFailure.messageBytes).contains(read.message.utf8.count))
        #expect((RemoteFailure.codeBytes - 4...RemoteFailure.codeBytes).contains(read.code.utf8.count))
    }

    @Test func `a longer one than is ever sent is refused`() throws {
        var encoder = WireEncoder()
        try encoder.string("code")
        try encoder.string(String(repeating: "x", count: RemoteFailure.messageBytes + 1))
        #expect(throws: WireError.tooLarge("a failure message", limit: RemoteFailure.messageBytes)) {
            try RemoteFailure(wireBytes: encoder.bytes)
        }
    }
}
