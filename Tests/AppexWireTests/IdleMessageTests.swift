import AppexSystem
import AppexWire
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Messages that change nothing: a peer may send so many of them, and those that it cannot avoid are not counted.
@Suite(.timeLimit(.minutes(30))) struct IdleMessageTests {
    /// What a peer can say again and again without having been asked.
    private static let idle: [(name: String, frame: @Sendable () -> Frame)] = [
        ("an event that its receiver ignores", { Frame(.event, code: 999) }),
        ("the cancel of a request that was never made", { Frame(.cancel, request: 77) }),
        ("a second cancel", { Frame(.cancel, request: 1) }),
        ("a second acknowledgement", { Frame(.accepted, request: 1) }),
        ("a second answer", { Frame(.reply, code: Echo.code, request: 2) }),
        ("the acknowledgement of what has been answered", { Frame(.accepted, request: 2) }),
    ]

    /// A victim that ignores events but notes, answers requests of one byte and keeps others.
    private func withVictim(
        _ link: Link, hearing: Hearing = .everything, _ body: (Hostile) async throws -> Void
    ) async throws {
        let victim = Mutex<Connection?>(nil)
        let inbox = Inbox<Connection.Inbound>()
        let serve: @Sendable (Connection.Inbound) -> Void = { inbound in
            switch inbound {
            case .event(999, let body, _): victim.withLock { $0 }?.ignore(body.count)
            case .request(let request) where request.body.count == 5: request.reply(Echo(1))
            default: inbox.put(inbound)
            }
        }
        try await Hostile.with(link, hearing: hearing, inbox: inbox, serve: serve) { hostile in
            victim.withLock { $0 = hostile.victim }
            defer { victim.withLock { $0 = nil } }
            try await body(hostile)
        }
    }

    @Test(arguments: Link.allCases, idle.indices)
    func `so many messages that change nothing are fine, and more end the connection`(_ link: Link, _ index: Int)
        async throws
    {
        try await withVictim(link) { hostile in
            // One call that is not answered, one that is, and a request that is taken back and kept.
            for _ in 1...2 { hostile.victim.begin(Echo(1), within: .seconds(600)) { _ in } }
            for number in 1...2 as ClosedRange<UInt64> { #expect(await hostile.heard.next()?.request == number) }
            try hostile.say(Frame(.accepted, request: 1))
            try hostile.say(Frame(.reply, code: Echo.code, request: 2, body: try Echo(1).wireBytes()))
            try hostile.say(Frame(.request, code: Echo.code, request: 1, body: try Echo(12).wireBytes()))
            let held = await hostile.inbox.next()
            try hostile.say(Frame(.cancel, request: 1))

            let frame = Self.idle[index].frame
            for _ in 0..<WireLimits.idleAtOnce { try hostile.say(frame()) }
            try await hostile.expectAlive()
            // Far more than time allows meanwhile.
            for _ in 0..<10 * WireLimits.idleAtOnce where !hostile.victim.isClosed { try? hostile.say(frame()) }
            #expect(
                await hostile.verdict()
                    == .tooLarge(
                        "the number of messages in a second that change nothing", limit: WireLimits.idlePerSecond),
                "\(Self.idle[index].name)")
            withExtendedLifetime(held) {}
        }
    }

    @Test(arguments: Link.allCases) func `answers that cross a cancel are not counted`(_ link: Link) async throws {
        try await withVictim(link) { hostile in
            let count = UInt64(WireLimits.idleAtOnce / 2 + 1000)
            for _ in 1...count {
                let number = hostile.victim.begin(Echo(1), within: .seconds(600)) { _ in }
                hostile.victim.cancel(number)
            }
            for number in 1...count {
                try hostile.say(Frame(.accepted, request: number))
                try hostile.say(Frame(.reply, code: Echo.code, request: number, body: try Echo(1).wireBytes()))
            }
            try await hostile.expectAlive()
        }
    }

    @Test(arguments: Link.allCases) func `cancels that cross an answer are not counted`(_ link: Link) async throws {
        try await withVictim(link) { hostile in
            let count = UInt64(WireLimits.idleAtOnce + 1000)
            for number in 1...count {
                try hostile.say(Frame(.request, code: Echo.code, request: number, body: try Echo(1).wireBytes()))
                #expect(await hostile.heard.next()?.kind == .reply)
            }
            for number in 1...count { try hostile.say(Frame(.cancel, request: number)) }
            try await hostile.expectAlive()
        }
    }

    @Test func `the body of a message that nobody hears is not read`() async throws {
        // A body in a file that is no sealed memory file, which is refused as soon as it is looked at.
        let header: (Frame.Kind, UInt8, UInt8) -> [UInt8] = { kind, code, request in
            [16, 0, 0, 0, 0x80 | kind.rawValue, 1, code, 0, request, 0, 0, 0, 0, 0, 0, 0]
        }
        let file = { DescriptorBag(try Descriptor(opening: "/dev/null", 0)) }
        try await withVictim(.socket, hearing: .only([Note.code])) { hostile in
            try hostile.transport.send(header(.event, 77, 0), file())
            guard case .event(77, let body, _) = await hostile.inbox.next() else {
                Issue.record("the event did not arrive")
                return
            }
            #expect(body.isEmpty)
            let number = hostile.victim.begin(Echo(1), within: .seconds(600)) { _ in }
            hostile.victim.cancel(number)
            try hostile.transport.send(header(.reply, UInt8(Echo.code), UInt8(number)), file())
            try await hostile.expectAlive()
            try hostile.transport.send(header(.event, UInt8(Note.code), 0), file())
            #expect(await hostile.verdict() == .malformed("a body in a file that is not sealed"))
        }
    }

    @Test func `a peer that may only answer is cut off by anything else`() async throws {
        let descriptor = { DescriptorBag(try Descriptor(opening: "/dev/null", 0)) }
        let frames: [(Frame, WireError)] = [
            (Frame(.event, code: 5), .malformed("event 5 of a peer that may only answer")),
            (Frame(.request, code: 6, request: 1), .malformed("request 6 of a peer that may only answer")),
            (
                Frame(.reply, code: Echo.code, request: 1, descriptors: try descriptor()),
                .malformed("a packet larger than a frame, or with more descriptors than one may have")
            ),
        ]
        for (frame, error) in frames {
            try await withVictim(.socket, hearing: .answers) { hostile in
                let answer = Task { [victim = hostile.victim] in try await victim.call(Echo(1), within: .ample) }
                #expect(await hostile.heard.next()?.kind == .request)
                try hostile.say(frame)
                #expect(await hostile.verdict() == error)
                await #expect(throws: error) { try await answer.value }
            }
        }
        try await withVictim(.socket, hearing: .answers) { hostile in
            let answer = Task { [victim = hostile.victim] in try await victim.call(Echo(1), within: .ample) }
            #expect(await hostile.heard.next()?.kind == .request)
            try hostile.say(Frame(.reply, code: Echo.code, request: 1, body: try Echo(9).wireBytes()))
            #expect(try await answer.value.0 == Echo(9))
        }
    }
}
