import AppexSystem
import AppexWire
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct ConnectionTests {
    /// Answers every echo at once.
    static let echo: @Sendable (Connection.Inbound) -> Void = { inbound in
        guard case .request(let request) = inbound, let message = try? request.decode(Echo.self) else { return }
        request.reply(message, request.descriptors)
    }

    @Test(arguments: Link.allCases) func `a request gets its reply`(_ link: Link) async throws {
        try await Peers.with(link, serve: Self.echo) { peers in
            let (reply, descriptors) = try await peers.client.call(Echo([1, 2, 3]), within: .ample)
            #expect(reply == Echo([1, 2, 3]))
            #expect(descriptors.count == 0)
        }
    }

    @Test(arguments: Link.allCases) func `descriptors go there and back, and move out of the sender's bag`(_ link: Link)
        async throws
    {
        try await Peers.with(link, serve: Self.echo) { peers in
            let (here, there) = try PacketSocket.pair().bags()
            guard let end = here.take() else { return }
            let (_, returned) = try await peers.client.call(Echo([]), there, within: .ample)
            #expect(there.count == 0)
            #expect(returned.count == 1)
            _ = returned.withNumbers { numbers in
                #expect(throws: Never.self) { try Packet.send([7], nil, on: numbers[0]) }
            }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
            defer { buffer.deallocate() }
            guard case .packet(1, nil, false) = try Packet.receive(into: buffer, from: end.rawValue) else {
                Issue.record("not the socket that was sent")
                return
            }
        }
    }

    @Test(arguments: Link.allCases, [65_520, 65_521, 1_000_000, WireLimits.bodyBytes - 4])
    func `a body too large for a frame arrives all the same`(_ link: Link, _ count: Int) async throws {
        try await Peers.with(link, serve: Self.echo) { peers in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let (reply, _) = try await peers.client.call(Echo(bytes), within: .ample)
            #expect(reply.bytes == bytes)
        }
    }

    @Test(arguments: Link.allCases) func `a failure arrives as the peer's own words`(_ link: Link) async throws {
        let failure = RemoteFailure(code: "no", message: "It is not to be had.")
        try await Peers.with(link, serve: { if case .request(let request) = $0 { request.fail(failure) } }) { peers in
            await #expect(throws: WireError.remote(failure)) {
                try await peers.client.call(Echo([]), within: .ample)
            }
        }
    }

    @Test(arguments: Link.allCases) func `events and requests arrive in the order in which they were sent`(_ link: Link)
        async throws
    {
        try await Peers.with(link) { peers, inbox in
            for number in 0..<300 {
                if number.isMultiple(of: 3) {
                    peers.client.begin(Echo(number), within: .ample) { _ in }
                } else {
                    try peers.client.send(Note(UInt64(number)))
                }
            }
            for number in 0..<300 {
                switch await inbox.next() {
                case .event(Note.code, let body, _): #expect(try Note(wireBytes: body).number == UInt64(number))
                case .request(let request): #expect(try request.decode(Echo.self).number == number)
                default: Issue.record("neither event nor request")
                }
            }
        }
    }

    @Test(arguments: Link.allCases) func `ten thousand calls at once are all answered, each with its own reply`(
        _ link: Link
    ) async throws {
        try await Peers.with(link, serve: Self.echo) { peers in
            let client = peers.client
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<10_000 {
                    group.addTask { try await client.call(Echo(number), within: .ample).0.number == number }
                }
                for try await correct in group { #expect(correct) }
            }
        }
    }

    @Test(arguments: Link.allCases) func `both ends call each other at once, also from within a request`(_ link: Link)
        async throws
    {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        let ends = [Connection(first, on: loop, role: "a"), Connection(second, on: loop, role: "b")]
        for end in ends {
            // Each request of n makes a request of n - 1 the other way before it is answered.
            try end.start { inbound in
                guard case .request(let request) = inbound, let number = try? request.decode(Echo.self).number else {
                    return
                }
                guard number > 0 else { return request.reply(Echo(0)) }
                end.begin(Echo(number - 1), within: .ample) { result in
                    guard let inner = try? result.get(), let value = try? Echo(wireBytes: inner.body).number else {
                        return
                    }
                    request.reply(Echo(value + 1))
                }
            }
        }
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for end in ends {
                for _ in 0..<50 { group.addTask { try await end.call(Echo(20), within: .ample).0.number } }
            }
            for try await depth in group { #expect(depth == 20) }
        }
        for end in ends { end.close() }
    }

    @Test(arguments: Link.allCases) func `a request that the handler drops is answered for it`(_ link: Link)
        async throws
    {
        try await Peers.with(link, serve: { _ in }) { peers in
            let error = await #expect(throws: WireError.self) {
                try await peers.client.call(Echo([]), within: .ample)
            }
            guard case .remote(let failure) = error else { return #expect(error == nil) }
            #expect(failure.code == WireFailure.unanswered)
        }
    }

    @Test(arguments: Link.allCases) func `only the first answer counts`(_ link: Link) async throws {
        try await Peers.with(
            link,
            serve: { inbound in
                guard case .request(let request) = inbound else { return }
                request.reply(Echo(1))
                request.reply(Echo(2))
                request.fail(RemoteFailure(code: "late", message: "Too late."))
            }
        ) { peers in
            for _ in 0..<2 {
                let (reply, _) = try await peers.client.call(Echo(0), within: .ample)
                #expect(reply == Echo(1))
            }
            #expect(!peers.client.isClosed)
        }
    }

    @Test(arguments: Link.allCases) func `a reply that cannot be sent is a failure, not silence`(_ link: Link)
        async throws
    {
        let tooMany = try (0...WireLimits.descriptors).map { _ in try Descriptor(opening: "/dev/null", 0).release() }
        let bags = Mutex([DescriptorBag(owning: tooMany)])
        try await Peers.with(
            link,
            serve: { inbound in
                guard case .request(let request) = inbound, let number = try? request.decode(Echo.self).number else {
                    return
                }
                switch number {
                case 0: request.reply(Echo([UInt8](repeating: 0, count: WireLimits.bodyBytes + 1)))
                case 1: request.reply(Echo([UInt8](repeating: 0, count: WireLimits.bodyBytes)))
                default: request.reply(Echo(2), bags.withLock { $0.popLast() })
                }
            }
        ) { peers in
            for number in 0..<3 {
                let error = await #expect(throws: WireError.self) {
                    try await peers.client.call(Echo(number), within: .ample)
                }
                guard case .remote(let failure) = error else { return #expect(error == nil) }
                #expect(failure.code == WireFailure.unsendable)
            }
            // The connection is none the worse for it.
            _ = try await peers.client.call(Echo(3), within: .ample)
        }
    }

    @Test(arguments: Link.allCases) func `a request that cannot be sent fails at once and does no harm`(_ link: Link)
        async throws
    {
        try await Peers.with(link, serve: Self.echo) { peers in
            let large = [UInt8](repeating: 0, count: WireLimits.bodyBytes + 1)
            await #expect(throws: WireError.tooLarge("inline data", limit: WireLimits.bodyBytes)) {
                try await peers.client.call(Echo(large), within: .ample)
            }
            await #expect(throws: WireError.tooLarge("a message", limit: WireLimits.bodyBytes)) {
                try await peers.client.call(Echo(large.dropLast()), within: .ample)
            }
            _ = try await peers.client.call(Echo(3), within: .ample)
        }
    }

    @Test(arguments: Link.allCases) func `nothing is sent before hello`(_ link: Link) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let connection = Connection(try link.pair(on: loop).0, on: loop, role: "early")
        #expect(throws: WireError.closed("the connection has not been started")) { try connection.send(Note(1)) }
        await #expect(throws: WireError.closed("the connection has not been started")) {
            try await connection.call(Echo(1), within: .ample)
        }
    }
}

extension Echo {
    init(_ bytes: ArraySlice<UInt8>) { self.init(Array(bytes)) }
}
