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

    @Test(arguments: [(Duration.seconds(37), 1), (.seconds(1), 3)])
    func `a peer whose budget is overdrawn is not read until it hangs up`(cost: Duration, count: Int) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (own, other) = try PacketSocket.pair().bags()
        guard let own = own.take(), let peer = other.take() else { throw Errno.badFileDescriptor }
        let clock = Clock()
        // An hour until 36 seconds are made up for.
        let budget = ReadingBudget(share: 1, burst: .seconds(1)) { clock.now }
        let transport = SocketTransport(own, on: loop, budget: budget)
        let seen = Inbox<String>()
        for number in [1, 2, 3] as [UInt8] { try #require(try Packet.send([number], nil, on: peer.rawValue)) }
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
        for number in 1...count { #expect(await seen.next() == "packet \(number)") }
        try await Self.turns(of: loop)
        transport.whenFlowing { seen.put("nothing more") }
        #expect(await seen.next() == "nothing more")
        _ = consume peer
        for number in (count + 1)..<4 where count < 3 { #expect(await seen.next() == "packet \(number)") }
        #expect(await seen.next() == "end")
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
