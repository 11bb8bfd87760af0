import Dispatch
import Synchronization
import Testing

@testable import AppexSystem

@Suite(.timeLimit(.minutes(10))) struct HandlerThreadsTests {
    @Test func `as many jobs as the limit run at once`() async {
        let pool = HandlerThreads("test", limit: 64)
        let meeting = Meeting(of: 64)
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    await withCheckedContinuation { done in
                        pool.run {
                            meeting.wait(); done.resume()
                        }
                    }
                }
            }
        }
        #expect(meeting.count == 64)
    }

    @Test func `jobs beyond the limit wait, and begin in order`() async {
        let pool = HandlerThreads("test", limit: 1)
        let (begun, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { done in
            pool.run {
                begun.signal()
                held.wait()
            }
            for number in 1...1000 { pool.run { order.withLock { $0.append(number) } } }
            pool.run { done.resume() }
            begun.wait()
            #expect(order.withLock { $0.isEmpty })
            held.signal()
        }
        #expect(order.withLock { $0 } == Array(1...1000))
    }

    @Test func `a hundred thousand jobs run on no more threads than the limit`() async {
        let pool = HandlerThreads("test", limit: 3)
        let running = Mutex(0)
        let most = Mutex(0)
        let left = Mutex(100_000)
        await withCheckedContinuation { done in
            for _ in 0..<100_000 {
                pool.run {
                    let count = running.withLock { running in
                        running += 1
                        return running
                    }
                    most.withLock { $0 = max($0, count) }
                    running.withLock { $0 -= 1 }
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { done.resume() }
                }
            }
        }
        #expect((1...3).contains(most.withLock { $0 }))
    }

    @Test func `without a thread of the system, jobs run all the same`() async {
        let pool = HandlerThreads("test") { _ in false }
        for _ in 0..<3 { await withCheckedContinuation { done in pool.run { done.resume() } } }
    }

    @Test func `if no second thread can be started, a job waits for the first`() async {
        let isFirst = Atomic(true)
        let pool = HandlerThreads("test") { body in
            guard isFirst.exchange(false, ordering: .relaxed) else { return false }
            return (try? LoopThread.start(name: "test", body)) != nil
        }
        let (begun, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        await withCheckedContinuation { done in
            pool.run {
                begun.signal()
                held.wait()
            }
            begun.wait()
            pool.run { done.resume() }
            held.signal()
        }
    }

    @Test func `a job is known to run on a thread that it may block, and a task is not`() async {
        let isMarked = await withCheckedContinuation { done in
            HandlerThreads.own.run { done.resume(returning: HandlerThreads.isCurrent) }
        }
        #expect(isMarked)
        #expect(!HandlerThreads.isCurrent)
    }
}

/// A point at which a number of threads wait for each other.
private final class Meeting: Sendable {
    private let size: Int
    private let arrived = Mutex(0)
    private let isComplete = DispatchSemaphore(value: 0)

    init(of size: Int) { self.size = size }

    var count: Int { arrived.withLock { $0 } }

    /// Waits until all have come.
    func wait() {
        let isLast = arrived.withLock { arrived in
            arrived += 1
            return arrived == size
        }
        guard isLast else { return isComplete.wait() }
        for _ in 1..<size { isComplete.signal() }
    }
}
