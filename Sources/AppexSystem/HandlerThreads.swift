import CAppexShims
import Glibc
import Synchronization

/// Threads for calls that may block: handlers of apps and extensions, and the package's own system calls.
///
/// A job gets a thread at once, until ``limit`` jobs of the pool run; later jobs wait and begin in order. Swift's pool of tasks
/// and Dispatch's queues have about as many threads as there are processors and add others slowly, so a few handlers that wait
/// for each other there delay all others. A thread that has had nothing to do for ``idleSeconds`` ends.
///
/// Code of each kind may wait for code of another kind. So each kind has a pool of its own, and a handler that waits for a load
/// cannot occupy the thread that the load needs. May be used from any thread.
package final class HandlerThreads: Sendable {
    /// A call that may block.
    package typealias Job = @Sendable () -> Void

    /// Expiring activities.
    package static let activities = HandlerThreads("appex-activity")
    /// The second calls of expiring activities and completion handlers, which tell them to end.
    package static let expirations = HandlerThreads("appex-expiry")
    /// Load handlers of item providers. There are many times as many threads as one session uses, so that sessions whose handlers all
    /// block do not stop another one.
    package static let loads = HandlerThreads("appex-load", limit: 4 * usualLimit)
    /// Completion handlers of loads and requests, observers, and the handlers of cancelled progress.
    package static let callbacks = HandlerThreads("appex-callback")
    /// File coordination: asking a presenter for its item, and waiting for the broker.
    package static let accesses = HandlerThreads("appex-access")
    /// Methods that are performed in the background by selectors.
    package static let methods = HandlerThreads("appex-method")
    /// Calls that wait for their turn at the process that decodes pictures and archives.
    package static let decoding = HandlerThreads("appex-decoding")
    /// Calls of the package itself that block in the kernel or wait for another process.
    package static let own = HandlerThreads("appex-blocking")

    /// The maximum number of concurrent jobs of a pool, unless it has another limit.
    package static let usualLimit = 64
    /// How long a thread waits for another job before it ends, in seconds.
    private static let idleSeconds = 5

    private struct State {
        var waiting = Queue<Job>()
        var threads = 0
        /// The threads that wait for a job and have not been woken.
        var idle = 0
    }

    private enum Step {
        case wake, start, wait
    }

    /// The maximum number of concurrent jobs.
    package let limit: Int
    private let state = Mutex(State())
    /// Has a signal for each idle thread that is to look for a job.
    private let arrivals = ThreadSemaphore()
    /// Starts a thread with a body. Returns false if the system has none left.
    private let startThread: @Sendable (@escaping Job) -> Bool

    /// Creates a pool without threads.
    ///
    /// - Parameter name: the name of the threads, of which the kernel keeps 15 bytes.
    /// - Parameter limit: the maximum number of concurrent jobs, at least 1.
    /// - Parameter start: starts a thread with a body, and returns whether it could; nil for threads of the operating system.
    init(_ name: String, limit: Int = usualLimit, start: (@Sendable (@escaping Job) -> Bool)? = nil) {
        self.limit = max(limit, 1)
        startThread = start ?? { body in (try? LoopThread.start(name: name, body)) != nil }
    }

    /// Whether the current thread runs a job that may block: one of such a pool, or one that was lent an event loop's thread.
    package static var isCurrent: Bool { appex_may_block() }

    /// Runs a job on a thread of the pool, now or when a thread is free. Does not wait for it.
    ///
    /// If the system has no threads left, the job waits for one that the pool has, or runs in a task if the pool has none.
    package func run(_ job: @escaping Job) {
        let step = state.withLock { state -> Step in
            state.waiting.append(job)
            if state.idle > 0 {
                state.idle -= 1
                return .wake
            }
            guard state.threads < limit else { return .wait }
            state.threads += 1
            return .start
        }
        switch step {
        case .wake: arrivals.signal()
        case .start: start()
        case .wait: break
        }
    }

    private func start() {
        guard !startThread({ self.work() }) else { return }
        let isLast = state.withLock { state in
            guard state.threads > 1 else { return true }
            state.threads -= 1
            return false
        }
        if isLast { Task.detached { self.work() } }
    }

    /// The body of a thread.
    private func work() {
        appex_set_may_block(true)
        defer { appex_set_may_block(false) }
        while let job = next() { job() }
    }

    /// Waits for a job. Returns nil when the thread is to end.
    private func next() -> Job? {
        while true {
            let job = state.withLock { state -> Job? in
                if let job = state.waiting.removeFirst() { return job }
                state.idle += 1
                return nil
            }
            if let job { return job }
            guard !arrivals.wait(seconds: Self.idleSeconds) else { continue }
            let ends = state.withLock { state in
                guard state.idle > 0 else { return false }
                state.idle -= 1
                state.threads -= 1
                return true
            }
            if ends { return nil }
            // All idle threads have been woken, so there is a signal for this one.
            arrivals.wait()
        }
    }
}

/// A counting semaphore of the C library. Dispatch has one too, but this module does not load Dispatch.
private final class ThreadSemaphore: Sendable {
    private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)  // made for threads

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Wakes one thread that waits, now or later.
    func signal() { sem_post(semaphore) }

    /// Waits for a signal.
    func wait() { while sem_wait(semaphore) != 0 {} }

    /// Waits for a signal.
    ///
    /// - Returns: false if none has come within a number of seconds, by the system's clock.
    func wait(seconds: Int) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += seconds
        while sem_timedwait(semaphore, &end) != 0 {
            // A signal handler may have interrupted the call.
            guard errno == EINTR else { return false }
        }
        return true
    }
}
