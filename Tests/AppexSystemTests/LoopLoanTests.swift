@testable import AppexSystem
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct LoopLoanTests {
    /// A loop with a handler that is called once for each packet sent to it.
    private struct Bell {
        let loop: EventLoop
        private let ringer: DescriptorBag
        private let bell: DescriptorBag

        init(on loop: EventLoop, _ handler: @escaping @Sendable () -> Void) throws {
            self.loop = loop
            let (ringer, bell) = try PacketSocket.pair().bags()
            (self.ringer, self.bell) = (ringer, bell)
            let number = try #require(bell.withNumbers { $0.first })
            _ = try loop.watch(number, for: .readable) { _ in
                var byte: UInt8 = 0
                if recv(number, &byte, 1, CInt(MSG_DONTWAIT)) == 1 { handler() }
            }
        }

        func ring() throws {
            let number = try #require(ringer.withNumbers { $0.first })
            #expect(try Packet.send([1], nil, on: number))
        }
    }

    private static func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        try await body(loop)
    }

    @Test func `a loan runs on the thread of the handler that left it, after the handler`() async throws {
        try await Self.withLoop { loop in
            let (events, continuation) = AsyncStream<(String, pthread_t, isCurrent: Bool)>.makeStream()
            let bell = try Bell(on: loop) {
                #expect(
                    loop.lend(LoopAllowance()) {
                        continuation.yield(("job", pthread_self(), loop.isCurrent))
                        continuation.finish()
                    })
                continuation.yield(("handler", pthread_self(), loop.isCurrent))
            }
            try bell.ring()
            let all = await events.reduce(into: []) { $0.append($1) }
            #expect(all.map(\.0) == ["handler", "job"])
            #expect(all.first?.1 == all.last?.1)
            // A job may block until the loop has done something.
            #expect(all.map(\.isCurrent) == [true, false])
        }
    }

    @Test func `a job that blocks stalls neither handlers nor timers nor jobs of the loop`() async throws {
        try await Self.withLoop { loop in
            let steps = (0..<4).map { _ in DispatchSemaphore(value: 0) }
            let other = try Bell(on: loop) { steps[0].signal() }
            let isOver = AsyncStream<Bool>.makeStream()
            let bell = try Bell(on: loop) {
                let isLent = loop.lend(LoopAllowance()) {
                    steps[0].wait()
                    loop.execute { steps[1].signal() }
                    steps[1].wait()
                    _ = loop.schedule(at: .now) { steps[2].signal() }
                    steps[2].wait()
                    steps[3].wait()
                    isOver.continuation.yield(loop.isCurrent)
                } whenTaken: {
                    // On the thread that leads the loop now.
                    if loop.isCurrent { steps[3].signal() }
                }
                #expect(isLent)
            }
            try bell.ring()
            try other.ring()
            var iterator = isOver.stream.makeAsyncIterator()
            #expect(await iterator.next() == false)
        }
    }

    @Test func `several jobs may block at a time, and the loop goes on when they have ended`() async throws {
        try await Self.withLoop { loop in
            let open = DispatchSemaphore(value: 0)
            let (blocked, isBlocked) = AsyncStream<Bool>.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            let bell = try Bell(on: loop) {
                let isLent = loop.lend(LoopAllowance()) {
                    open.wait()
                    end.yield()
                } whenTaken: {
                    isBlocked.yield(true)
                }
                // With so many threads in use, nothing more is lent.
                if !isLent { isBlocked.yield(false) }
            }
            var iterator = blocked.makeAsyncIterator()
            var count = 0
            while true {
                try bell.ring()
                guard await iterator.next() == true else { break }
                count += 1
            }
            #expect(count == 8)
            for _ in 0..<count { open.signal() }
            var ends = ended.makeAsyncIterator()
            for _ in 0..<count { await ends.next() }
            open.signal()
            try bell.ring()
            await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
        }
    }

    @Test func `nothing is lent but by the handler of a descriptor, and by each call once`() async throws {
        try await Self.withLoop { loop in
            let allowance = LoopAllowance()
            #expect(!loop.lend(allowance) {})
            #expect(
                await withCheckedContinuation { done in
                    loop.execute { done.resume(returning: loop.lend(allowance) {}) }
                } == false)
            #expect(
                await withCheckedContinuation { done in
                    _ = loop.schedule(at: .now) { done.resume(returning: loop.lend(allowance) {}) }
                } == false)
            let (results, continuation) = AsyncStream<Bool>.makeStream()
            let bell = try Bell(on: loop) {
                continuation.yield(
                    loop.lend(allowance) {
                        continuation.yield(loop.lend(allowance) {})
                        continuation.finish()
                    })
                continuation.yield(loop.lend(allowance) {})
            }
            try bell.ring()
            #expect(await results.reduce(into: []) { $0.append($1) } == [true, false, false])
        }
    }

    @Test func `jobs that often take long have no allowance left, until they have made up for it`() {
        let allowance = LoopAllowance()
        let start = LoopTime.now
        for _ in 0..<1000 { allowance.charge(from: start, to: start + .microseconds(100)) }
        #expect(allowance.isLeft(at: start))
        let end = start + .milliseconds(1)
        for _ in 0..<10 {
            #expect(allowance.isLeft(at: end))
            allowance.charge(from: start, to: end)
        }
        allowance.charge(from: start, to: end)
        #expect(!allowance.isLeft(at: end))
        #expect(!allowance.isLeft(at: end + .milliseconds(19)))
        #expect(allowance.isLeft(at: end + .milliseconds(20)))
    }

    @Test func `a handler without allowance lends nothing`() async throws {
        try await Self.withLoop { loop in
            let allowance = LoopAllowance()
            allowance.charge(from: .now, to: .now + .seconds(3600))
            let (results, continuation) = AsyncStream<Bool>.makeStream()
            let bell = try Bell(on: loop) { continuation.yield(loop.lend(allowance) {}) }
            try bell.ring()
            var iterator = results.makeAsyncIterator()
            #expect(await iterator.next() == false)
        }
    }

    @Test func `a stopped loop keeps no thread, also if it has lent its own`() async throws {
        weak var loop: EventLoop?
        do {
            let started = try EventLoop(name: "test-loop")
            loop = started
            let (lent, continuation) = AsyncStream<Void>.makeStream()
            let bell = try Bell(on: started) { [weak started] in
                _ = started?.lend(LoopAllowance()) { continuation.yield() }
            }
            try bell.ring()
            var iterator = lent.makeAsyncIterator()
            await iterator.next()
            // Later than the loan could have been taken, so that its timer wakes no thread any more.
            await withCheckedContinuation { continuation in
                _ = started.schedule(at: .now + .milliseconds(5)) { continuation.resume() }
            }
            started.stop()
            withExtendedLifetime(bell) {}
        }
        // The threads keep the loop.
        while loop != nil { await Task.yield() }
    }
}
