import AppexSystem
import Glibc
import Synchronization
import SystemPackage
import Testing

@Suite struct EventLoopTests {
    /// What has happened, in order.
    private final class History<Event: Sendable>: Sendable {
        private let events = Mutex<[Event]>([])
        func append(_ event: Event) { events.withLock { $0.append(event) } }
        var all: [Event] { events.withLock { $0 } }
    }

    private static func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        try await body(loop)
    }

    /// Returns when everything that the loop has been given before is done.
    private static func settle(_ loop: EventLoop) async {
        await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
    }

    @Test func `jobs run in order, each after those before it`() async throws {
        try await Self.withLoop { loop in
            let history = History<Int>()
            for number in 0..<1000 { loop.execute { history.append(number) } }
            await Self.settle(loop)
            #expect(history.all == Array(0..<1000))
        }
    }

    @Test func `a job that a job gives runs too, though nobody wakes the loop`() async throws {
        try await Self.withLoop { loop in
            await withCheckedContinuation { continuation in
                loop.execute { loop.execute { loop.execute { continuation.resume() } } }
            }
        }
    }

    @Test func `no job is lost when many threads give jobs to a loop that is about to wait`() async throws {
        try await Self.withLoop { loop in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<500 { await Self.settle(loop) } }
                }
            }
        }
    }

    @Test func `jobs run on the loop's own thread, which has its name and takes no signals`() async throws {
        try await Self.withLoop { loop in
            #expect(!loop.isCurrent)
            let (current, name, blocked) = await withCheckedContinuation { continuation in
                loop.execute {
                    var mask = sigset_t()
                    pthread_sigmask(SIG_BLOCK, nil, &mask)
                    var bytes = [UInt8](repeating: 0, count: 32)
                    let file = open("/proc/thread-self/comm", O_RDONLY)
                    let count = read(file, &bytes, 32)
                    close(file)
                    let name = String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
                    continuation.resume(returning: (loop.isCurrent, name, sigismember(&mask, SIGTERM) == 1))
                }
            }
            #expect(current)
            #expect(name == "test-loop")
            #expect(blocked)
        }
    }

    @Test func `timers run in order of their deadlines, equal ones in the order they were made`() async throws {
        try await Self.withLoop { loop in
            let history = History<Int>()
            let now = LoopTime.now
            await withCheckedContinuation { continuation in
                // One job, so that the loop cannot run one timer before the next is there.
                loop.execute {
                    _ = loop.schedule(at: now + .milliseconds(2)) { history.append(3) }
                    _ = loop.schedule(at: now + .milliseconds(1)) { history.append(1) }
                    _ = loop.schedule(at: now + .milliseconds(1)) { history.append(2) }
                    _ = loop.schedule(at: now + .milliseconds(3)) { continuation.resume() }
                    _ = loop.schedule(at: now + .seconds(-1)) { history.append(0) }
                }
            }
            #expect(history.all == [0, 1, 2, 3])
            #expect(LoopTime.now >= now + .milliseconds(3))
        }
    }

    @Test func `a timer wakes a loop that waits for a later one`() async throws {
        try await Self.withLoop { loop in
            let late = loop.schedule(at: .now + .seconds(3600)) {}
            await Self.settle(loop)
            await withCheckedContinuation { continuation in
                _ = loop.schedule(at: .now + .milliseconds(1)) { continuation.resume() }
            }
            loop.cancel(late)
        }
    }

    @Test func `a cancelled timer does not run, even when a job of the same instant cancels it`() async throws {
        try await Self.withLoop { loop in
            let history = History<String>()
            let due = LoopTime.now
            await withCheckedContinuation { continuation in
                loop.execute {
                    let victim = Mutex<EventLoop.Token?>(nil)
                    _ = loop.schedule(at: due) { victim.withLock { $0 }.map { loop.cancel($0) } }
                    let token = loop.schedule(at: due) { history.append("ran") }
                    victim.withLock { $0 = token }
                    _ = loop.schedule(at: due) { continuation.resume() }
                }
            }
            #expect(history.all.isEmpty)
        }
    }

    @Test func `a timer that always makes another does not keep jobs from running`() async throws {
        try await Self.withLoop { loop in
            @Sendable func again() { _ = loop.schedule(at: .now + .seconds(-1)) { again() } }
            loop.execute { again() }
            for _ in 0..<10 { await Self.settle(loop) }
        }
    }

    @Test func `a deadline beyond all time is just never`() async throws {
        try await Self.withLoop { loop in
            for far in [Int64.max / 4, .max / 1_000_000_000 - 1, .max] {
                let token = loop.schedule(at: .now + .seconds(far)) { Issue.record("never came") }
                await Self.settle(loop)
                loop.cancel(token)
            }
            // And one before all time is now.
            await withCheckedContinuation { continuation in
                _ = loop.schedule(at: .now + .seconds(Int64.min)) { continuation.resume() }
            }
        }
    }

    @Test func `a handler is called while there is something to read, and not after unwatch`() async throws {
        try await Self.withLoop { loop in
            let pair = try PacketSocket.pair()
            let number = pair.first.rawValue
            let history = History<EventLoop.Readiness>()
            let (calls, continuation) = AsyncStream<Void>.makeStream()
            let token = try loop.watch(number, for: .readable) { readiness in
                history.append(readiness)
                continuation.yield()
            }
            #expect(try Packet.send([1], nil, on: pair.second.rawValue))
            var iterator = calls.makeAsyncIterator()
            // Nobody reads, so it is called again and again.
            for _ in 0..<3 { await iterator.next() }
            loop.unwatch(number, token)
            // It may have been running just then; a turn later it is not.
            await Self.settle(loop)
            let called = history.all
            #expect(called.allSatisfy { $0.contains(.readable) })
            for _ in 0..<3 { await Self.settle(loop) }
            #expect(history.all.count == called.count)
        }
    }

    @Test func `the end of a peer is seen without asking for it`() async throws {
        try await Self.withLoop { loop in
            let pair = try PacketSocket.pair()
            let number = pair.first.rawValue
            let readiness = await withCheckedContinuation { continuation in
                let token = Mutex<EventLoop.Token?>(nil)
                let first = Atomic(true)
                loop.execute {
                    let watched = try? loop.watch(number, for: []) { readiness in
                        token.withLock { $0 }.map { loop.unwatch(number, $0) }
                        if first.exchange(false, ordering: .relaxed) { continuation.resume(returning: readiness) }
                    }
                    token.withLock { $0 = watched }
                }
                Packet.shutdown(pair.second.rawValue)
            }
            #expect(!readiness.isDisjoint(with: .hungUp))
        }
    }

    @Test func `a handler may unwatch another that is ready in the same turn`() async throws {
        try await Self.withLoop { loop in
            let first = try PacketSocket.pair()
            let second = try PacketSocket.pair()
            let history = History<CInt>()
            let tokens = Mutex<[CInt: EventLoop.Token]>([:])
            let numbers = [first.first.rawValue, second.first.rawValue]
            #expect(try Packet.send([1], nil, on: first.second.rawValue))
            #expect(try Packet.send([1], nil, on: second.second.rawValue))
            await withCheckedContinuation { continuation in
                loop.execute {
                    for number in numbers {
                        let token = try? loop.watch(number, for: .readable) { _ in
                            history.append(number)
                            for (other, token) in tokens.withLock({ $0 }) { loop.unwatch(other, token) }
                        }
                        tokens.withLock { $0[number] = token }
                    }
                    continuation.resume()
                }
            }
            await Self.settle(loop)
            await Self.settle(loop)
            #expect(history.all.count == 1)
        }
    }

    @Test func `watching what cannot be watched is an error and leaves nothing behind`() async throws {
        try await Self.withLoop { loop in
            #expect(throws: Errno.badFileDescriptor) { _ = try loop.watch(-1, for: .readable) { _ in } }
        }
    }

    @Test func `what a handler, a job or a timer holds may come back to the loop when it goes`() async throws {
        final class Returning: Sendable {
            let loop: EventLoop
            init(_ loop: EventLoop) { self.loop = loop }
            deinit { loop.execute {} }
        }
        try await Self.withLoop { loop in
            let pair = try PacketSocket.pair()
            let token = try loop.watch(pair.first.rawValue, for: .readable) { [held = Returning(loop)] _ in _ = held }
            loop.unwatch(pair.first.rawValue, token)
            loop.cancel(loop.schedule(at: .now + .seconds(3600)) { [held = Returning(loop)] in _ = held })
            await Self.settle(loop)
        }
    }

    @Test func `a stopped loop lets go of everything and takes nothing more`() async throws {
        final class Held: Sendable {
            let gone: CheckedContinuation<Void, Never>
            init(_ gone: CheckedContinuation<Void, Never>) { self.gone = gone }
            deinit { gone.resume() }
        }
        let loop = try EventLoop(name: "test-loop")
        let pair = try PacketSocket.pair()
        let number = pair.first.rawValue
        await withCheckedContinuation { continuation in
            let held = Held(continuation)
            _ = loop.schedule(at: .now + .seconds(3600)) { _ = held }
            _ = try? loop.watch(number, for: .readable) { _ in _ = held }
            loop.stop()
        }
        await withCheckedContinuation { continuation in
            let held = Held(continuation)
            loop.execute { _ = held }
        }
    }

    @Test func `stopped loops close their descriptors`() async {
        await #expect(processExitsWith: .success) {
            let before = try allDescriptors().count
            for _ in 0..<50 { try EventLoop(name: "test-loop").stop() }
            // The threads close them when they leave; the time limit is for the case that one never
            // does. Dispatch may have opened a few of its own meanwhile.
            let limit = ContinuousClock.now + .seconds(600)
            while try allDescriptors().count > before + 4, ContinuousClock.now < limit { sched_yield() }
            #expect(try allDescriptors().count <= before + 4)
        }
    }
}
