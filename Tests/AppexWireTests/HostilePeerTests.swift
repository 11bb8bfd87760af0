import AppexSystem
@testable import AppexWire
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Whatever a peer says, the connection ends with a reason or goes on; it never traps, hangs or grows.
@Suite(.timeLimit(.minutes(30))) struct HostilePeerTests {
    private static func request(_ number: UInt64, _ body: [UInt8]? = nil) throws -> Frame {
        Frame(.request, code: Echo.code, request: number, body: try body ?? Echo(1).wireBytes())
    }

    private static func descriptors(_ count: Int) throws -> DescriptorBag {
        let bag = DescriptorBag()
        for _ in 0..<count { bag.append(try Descriptor(opening: "/dev/null", 0)) }
        return bag
    }

    /// What the victim must not accept from a peer that has said hello.
    private static let violations: [(name: String, frames: @Sendable () throws -> [Frame])] = [
        ("a second hello", { [Frame(.hello, body: try Hello(role: "again").wireBytes())] }),
        ("a reply to nothing", { [Frame(.reply, request: 1)] }),
        (
            "a failure of nothing",
            { [Frame(.failure, request: 1, body: try RemoteFailure(code: "", message: "").wireBytes())] }
        ),
        ("an acknowledgement of nothing", { [Frame(.accepted, request: 1)] }),
        ("the same request twice", { [try request(1), try request(1)] }),
        ("a failure that is none", { [Frame(.failure, request: 1, body: [1])] }),
    ]

    @Test(arguments: Link.allCases, violations.indices) func `a broken rule ends the connection`(
        _ link: Link, _ index: Int
    ) async throws {
        let (name, frames) = Self.violations[index]
        try await Hostile.with(link) { hostile in
            for frame in try frames() { try hostile.say(frame) }
            var last = await hostile.inbox.next()
            var held: [InboundRequest] = []
            while case .request(let request) = last {
                held.append(request)
                last = await hostile.inbox.next()
            }
            guard case .closed(.malformed) = last else {
                Issue.record("\(name) was accepted")
                return
            }
            for request in held { #expect(request.isCancelled) }
            // The victim has hung up.
            while await hostile.heard.next() != nil {}
        }
    }

    @Test(arguments: Link.allCases) func `nothing counts before hello`(_ link: Link) async throws {
        for frame in [
            try Self.request(1), Frame(.event, code: 1), Frame(.cancel, request: 1), Frame(.reply, request: 1),
        ] {
            try await Hostile.with(link, hello: false) { hostile in
                try hostile.say(frame)
                #expect(await hostile.verdict() == .malformed("\(frame.kind) before hello"))
            }
        }
    }

    @Test(arguments: Link.allCases) func `a peer that speaks no common version is told apart`(_ link: Link) async throws
    {
        try await Hostile.with(link, hello: false) { hostile in
            try hostile.say(Frame(.hello, body: try Hello(role: "new", versions: 7...9).wireBytes()))
            let verdict = await hostile.verdict()
            #expect(verdict == .incompatible(peer: 7...9, own: 1...1))
            #expect(
                verdict?.description == "the peer speaks versions 7 to 9 of the protocol, and this end version 1")
        }
    }

    @Test(arguments: Link.allCases) func `what is no frame ends the connection`(_ link: Link) async throws {
        for packet in [[1], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 200)] {
            try await Hostile.with(link) { hostile in
                try hostile.transport.send(packet, nil)
                guard case .malformed = await hostile.verdict() else {
                    Issue.record("\(packet.count) bytes of nonsense were accepted")
                    return
                }
            }
        }
    }

    @Test func `a packet larger than any frame ends the connection`() async throws {
        try await Hostile.with(.socket) { hostile in
            try hostile.transport.send([UInt8](repeating: 0, count: WireLimits.frameBytes + 1), nil)
            guard case .malformed = await hostile.verdict() else {
                Issue.record("it was accepted")
                return
            }
        }
    }

    @Test(arguments: Link.allCases) func `cancelling what does not exist is harmless, however often`(_ link: Link)
        async throws
    {
        try await Hostile.with(link) { hostile in
            for number in 1...5000 as ClosedRange<UInt64> { try hostile.say(Frame(.cancel, request: number)) }
            try await hostile.expectAlive()
        }
    }

    @Test(arguments: Link.allCases)
    func `a request that is not what its code says is answered, then the connection ends`(_ link: Link) async throws {
        let ends = Inbox<WireError>()
        let serve: @Sendable (Connection.Inbound) -> Void = { inbound in
            ConnectionTests.echo(inbound)
            if case .closed(let error) = inbound { ends.put(error) }
        }
        try await Hostile.with(link, serve: serve) { hostile in
            try hostile.say(Self.request(1, [255, 255, 255, 255]))
            let answer = await hostile.heard.next()
            #expect(answer?.kind == .failure)
            #expect(try RemoteFailure(wireBytes: answer?.body ?? []).code == WireFailure.malformed)
            #expect(await hostile.heard.next() == nil)
            #expect(await ends.next() == .tooLarge("inline data", limit: WireLimits.bodyBytes))
        }
    }

    @Test(arguments: Link.allCases) func `a reply that is not what was asked for ends the call and the connection`(
        _ link: Link
    ) async throws {
        try await Hostile.with(link) { hostile in
            let call = Task { [victim = hostile.victim] in try await victim.call(Echo(1), within: .ample) }
            #expect(await hostile.heard.next()?.kind == .request)
            try hostile.say(Frame(.reply, code: Echo.code, request: 1, body: [9]))
            await #expect(throws: WireError.malformed("an integer ends early")) { try await call.value }
            #expect(await hostile.verdict() == .malformed("an integer ends early"))
        }
    }

    @Test(arguments: Link.allCases)
    func `more requests than are allowed at a time are refused, and there is room again after an answer`(_ link: Link)
        async throws
    {
        let held = Inbox<InboundRequest>()
        try await Hostile.with(link, serve: { if case .request(let request) = $0 { held.put(request) } }) { hostile in
            let limit = UInt64(WireLimits.requestsInFlight)
            for number in 1...limit + 2 { try hostile.say(Self.request(number)) }
            for _ in 1...limit { #expect(await hostile.heard.next()?.kind == .accepted) }
            for number in [limit + 1, limit + 2] {
                let refused = await hostile.heard.next()
                #expect(refused?.request == number)
                #expect(try RemoteFailure(wireBytes: refused?.body ?? []).code == WireFailure.tooManyRequests)
            }
            await held.next()?.reply(Echo(1))
            #expect(await hostile.heard.next()?.kind == .reply)
            try hostile.say(Self.request(limit + 3))
            #expect(await hostile.heard.next()?.kind == .accepted)
        }
    }

    @Test(arguments: Link.allCases) func `large requests are refused when they are too much together`(_ link: Link)
        async throws
    {
        let held = Inbox<InboundRequest>()
        try await Hostile.with(link, serve: { if case .request(let request) = $0 { held.put(request) } }) { hostile in
            let body = [UInt8](repeating: 0, count: WireLimits.bodyBytes)
            for number in 1...4 as ClosedRange<UInt64> {
                try hostile.say(Self.request(number, body))
                #expect(await hostile.heard.next()?.kind == .accepted)
            }
            try hostile.say(Self.request(5, [0]))
            #expect(await hostile.heard.next()?.kind == .failure)
            // A request that its handler forgets gives its room back.
            do { _ = await held.next() }
            #expect(await hostile.heard.next()?.kind == .failure)
            try hostile.say(Self.request(6, body))
            #expect(await hostile.heard.next()?.kind == .accepted)
        }
    }

    @Test(arguments: Link.allCases) func `descriptors in requests are refused when they are too many together`(
        _ link: Link
    ) async throws {
        let held = Inbox<InboundRequest>()
        try await Hostile.with(link, serve: { if case .request(let request) = $0 { held.put(request) } }) { hostile in
            let enough = WireLimits.requestDescriptorsInFlight / WireLimits.descriptors
            for number in 1...UInt64(enough) + 1 {
                var frame = try Self.request(number)
                frame.descriptors = try Self.descriptors(WireLimits.descriptors)
                try hostile.say(frame)
            }
            for _ in 0..<enough { #expect(await hostile.heard.next()?.kind == .accepted) }
            #expect(await hostile.heard.next()?.kind == .failure)
        }
    }

    @Test func `descriptors that nobody wants do not stay open`() async {
        await #expect(processExitsWith: .success) {
            try await Hostile.with(.socket, serve: { _ in }) { hostile in
                // Many more than a process may have open. Few are on their way at a time: the kernel counts those of all
                // processes of a user together, and refuses an extension's when there are more than it may have open.
                for number in 1...2000 as ClosedRange<UInt64> {
                    let descriptors = try Self.descriptors(WireLimits.descriptors)
                    try hostile.say(Frame(.event, code: Note.code, descriptors: descriptors))
                    guard number.isMultiple(of: 2) else { continue }
                    try hostile.say(Self.request(number))
                    let answer = await hostile.heard.next()
                    #expect(answer?.kind == .failure)
                }
            }
        }
    }

    @Test func `a peer that does not read is given up when too many bytes wait for it`() async throws {
        try await withDeafPeer { connection, inbox in
            let body = Echo([UInt8](repeating: 0, count: 60_000))
            var sent = 0
            let error = #expect(throws: WireError.self) {
                while true {
                    try connection.core.post(try Frame(.event, code: 1, body: body.bytes).packet())
                    sent += body.bytes.count
                }
            }
            #expect(error == .tooLarge("what waits for a peer that does not read", limit: WireLimits.backlogBytes))
            #expect(sent > WireLimits.backlogBytes - 100_000)
            guard case .closed(.tooLarge) = await inbox.next() else {
                Issue.record("the connection goes on")
                return
            }
        }
    }

    @Test func `a peer that does not read is given up when too many small packets wait for it`() async throws {
        try await withDeafPeer { connection, inbox in
            var sent = 0
            #expect(throws: WireError.self) {
                while true {
                    try connection.core.post(try Frame(.event, code: 1).packet())
                    sent += 1
                }
            }
            #expect(sent < 2 * WireLimits.backlogBytes / WireLimits.backlogOverhead)
            _ = await inbox.next()
        }
    }

    @Test func `a peer that does not read is given up when too many descriptors wait for it`() async throws {
        try await withDeafPeer { connection, inbox in
            while connection.core.transport.isFlowing { try connection.core.post(try Frame(.event, code: 1).packet()) }
            for _ in 0..<WireLimits.backlogDescriptors / WireLimits.descriptors {
                try connection.core.post(
                    try Frame(.event, code: 1, descriptors: try Self.descriptors(WireLimits.descriptors)).packet())
            }
            let one = try Self.descriptors(1)
            #expect(
                throws: WireError.tooLarge(
                    "the descriptors for a peer that does not read", limit: WireLimits.backlogDescriptors)
            ) {
                try connection.core.post(try Frame(.event, code: 1, descriptors: one).packet())
            }
            _ = await inbox.next()
        }
    }

    private func withDeafPeer(_ body: (Connection, Inbox<Connection.Inbound>) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let inbox = Inbox<Connection.Inbound>()
        let (socket, deaf) = try PacketSocket.pair().bags()
        guard let end = socket.take() else {
            Issue.record("no socket")
            return
        }
        let connection = Connection(SocketTransport(end, on: loop), on: loop, role: "patient")
        try connection.start { inbox.put($0) }
        try await body(connection, inbox)
        withExtendedLifetime(deaf) {}
    }
}
