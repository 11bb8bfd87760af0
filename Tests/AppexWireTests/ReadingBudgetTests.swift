import AppexSystem
import Synchronization
import SystemPackage
import Testing

@testable import AppexWire

/// What a peer sends is charged to it, and not read while its budget is overdrawn.
@Suite(.timeLimit(.minutes(5))) struct ReadingBudgetTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let time = Mutex<UInt64>(0)
        var now: UInt64 { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += UInt64(duration / .nanoseconds(1)) } }
    }

    @Test func `a budget is overdrawn by more than its burst, and pauses until its share has made up for it`() {
        let clock = Clock()
        var budget = ReadingBudget(share: 10, burst: .milliseconds(200)) { clock.now }
        let now = ContinuousClock.now
        clock.pass(.milliseconds(200))
        #expect(budget.charge(since: 0, at: now) == .zero)
        let reading = budget.reading
        clock.pass(.milliseconds(1))
        let pause = budget.charge(since: reading, at: now)
        #expect(abs(pause / .milliseconds(10) - 1) < 0.001)
        #expect(budget.charge(since: clock.now, at: now + .milliseconds(9)) > .zero)
        #expect(budget.charge(since: clock.now, at: now + .milliseconds(11)) == .zero)
    }

    @Test func `a clock that goes back charges nothing`() {
        var budget = ReadingBudget(share: 10, burst: .milliseconds(1)) { 5 }
        #expect(budget.charge(since: 9, at: .now) == .zero)
    }

    /// Sends three packets to a transport whose clock passes while the first one is handled.
    private static func send(
        cost: Duration, on loop: EventLoop
    ) throws -> (transport: SocketTransport, peer: DescriptorBag, seen: Inbox<String>) {
        let (own, other) = try PacketSocket.pair().bags()
        guard let own = own.take() else { throw Errno.badFileDescriptor }
        let clock = Clock()
        let budget = ReadingBudget(share: 1, burst: .seconds(1)) { clock.now }
        let transport = SocketTransport(own, on: loop, budget: budget)
        let seen = Inbox<String>()
        for number in [1, 2, 3] as [UInt8] {
            #expect(other.withNumbers { (try? Packet.send([number], nil, on: $0[0])) == true })
        }
        let isFirst = Mutex(true)
        try transport.start { event in
            switch event {
            case .packet(let bytes, _):
                let first = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if first { clock.pass(cost) }
                seen.put("packet \(bytes[0])")
            case .end: seen.put("end")
            }
        }
        return (transport, other, seen)
    }

    @Test(arguments: [true, false])
    func `a peer whose budget is overdrawn is not read, also after it has hung up`(hangsUp: Bool) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        // An hour until 36 seconds are made up for.
        let (transport, peer, seen) = try Self.send(cost: .seconds(37), on: loop)
        #expect(await seen.next() == "packet 1")
        if hangsUp { peer.withNumbers { Packet.shutdown($0[0]) } }
        try await Self.turns(of: loop)
        #expect(seen.isEmpty)
        transport.close()
        withExtendedLifetime(peer) {}
    }

    @Test(arguments: [Duration.milliseconds(1001), .seconds(1)])
    func `what a peer has left that hung up is read when its budget allows it, and then its end`(cost: Duration)
        async throws
    {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        // A millisecond more than may be used at once is made up for in a tenth of a second.
        let (transport, peer, seen) = try Self.send(cost: cost, on: loop)
        #expect(await seen.next() == "packet 1")
        _ = peer.takeAll()
        for number in 2...3 { #expect(await seen.next() == "packet \(number)") }
        #expect(await seen.next() == "end")
        withExtendedLifetime(transport) {}
    }

    /// Lets the loop look at its descriptors some times.
    private static func turns(of loop: EventLoop) async throws {
        for _ in 0..<20 {
            let (first, second) = try Link.socket.pair(on: loop)
            let arrived = Inbox<Int>()
            try second.start { if case .packet = $0 { arrived.put(1) } }
            try first.send([1], nil)
            #expect(await arrived.next() == 1)
            first.close()
            second.close()
        }
    }
}
