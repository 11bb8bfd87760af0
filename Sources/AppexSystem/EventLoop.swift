import CAppexShims
import Glibc
package import SystemPackage
import Synchronization

/// One thread that waits for descriptors and points in time, and runs short jobs in order.
///
/// All connections of a process share one loop: a single reader is what guarantees the order of
/// messages. Handlers run on the loop's thread and must not block.
package final class EventLoop: Sendable {
    /// What happened to a watched descriptor.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

        /// Whether to write. Not `contains`, which costs a call through the protocol in other modules.
        package var isWritable: Bool { rawValue & Self.writable.rawValue != 0 }
        /// Whether to read: what a peer sent before it went is still to be read.
        package var isReadableOrHungUp: Bool { rawValue & (Self.readable.rawValue | Self.hungUp.rawValue) != 0 }
    }

    /// Names a watched descriptor or a timer. Never reused.
    package struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    package typealias Handler = @Sendable (Readiness) -> Void
    package typealias Job = @Sendable () -> Void

    private struct Timer {
        let number: UInt64
        let deadline: LoopTime
        let job: Job
    }

    private struct State {
        var handlers = HandlerTable()
        var nextTimer: UInt64 = 1
        var jobs: [Job] = []
        var timers: [UInt64: Timer] = [:]
        var stopped = false
    }

    /// Touched on the loop's thread only, see `withScratch`.
    private nonisolated(unsafe) let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: EventLoop.scratchBytes, alignment: 16)

    /// The largest packet that is ever read.
    package static let scratchBytes = 64 * 1024

    private let epoll: Descriptor
    private let wakeup: Descriptor
    private let state = Mutex(State())
    /// Whether there are jobs, or the loop is to stop. Written under the lock, and looked at without
    /// it in every turn.
    private let isWanted = Atomic(false)
    /// When the thread wakes by itself, which is never later than the earliest timer. It may be
    /// earlier, after a timer was cancelled: one needless turn is cheaper than a look at all timers in
    /// every turn. Written under the lock.
    private let armed = Atomic(LoopTime.never.nanoseconds)
    /// The loop's own thread; 0 until it runs.
    private let thread = Atomic<pthread_t>(0)

    /// Token 0 is the loop's own wake-up descriptor.
    private static let wakeupToken: UInt64 = 0

    /// Descriptors served in one turn; the others come in the next.
    private static let eventsPerTurn = 32

    /// Starts the thread.
    ///
    /// - Throws: The kernel's error when there are no descriptors or threads left.
    package init(name: String) throws(Errno) {
        let epollNumber = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epollNumber >= 0 else { throw Errno.current }
        epoll = Descriptor(owning: epollNumber)
        let eventNumber = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard eventNumber >= 0 else { throw Errno.current }
        wakeup = Descriptor(owning: eventNumber)
        try control(EPOLL_CTL_ADD, wakeup.rawValue, .readable, Self.wakeupToken)
        // The thread keeps the loop, and with it the descriptors it waits for, until `stop`.
        try LoopThread.start(name: name) { self.run() }
    }

    deinit {
        scratch.deallocate()
    }

    private static let sharedLoop = Mutex<EventLoop?>(nil)

    /// The loop of this process, started at the first use.
    package static func shared() throws(Errno) -> EventLoop {
        try sharedLoop.withLock { (existing) throws(Errno) -> EventLoop in
            if let existing { return existing }
            let loop = try EventLoop(name: "appex-loop")
            existing = loop
            return loop
        }
    }

    /// Ends the thread after the current turn. Nothing is called any more afterwards, and whatever
    /// handlers, jobs and timers hold is let go.
    package func stop() {
        state.withLock { state in
            state.stopped = true
            isWanted.store(true, ordering: .releasing)
        }
        wake()
    }

    /// Whether the caller runs on the loop's thread.
    package var isCurrent: Bool {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    /// Calls `handler` whenever the descriptor is ready, until `unwatch`. The descriptor must stay
    /// open until then.
    package func watch(_ descriptor: CInt, for readiness: Readiness, _ handler: @escaping Handler) throws(Errno)
        -> Token
    {
        let number = state.withLock { $0.handlers.insert(handler) }
        do {
            try control(EPOLL_CTL_ADD, descriptor, readiness, number)
        } catch {
            remove(handler: number)
            throw error
        }
        return Token(number: number)
    }

    /// Changes what a watched descriptor is waited for.
    package func rewatch(_ descriptor: CInt, _ token: Token, for readiness: Readiness) throws(Errno) {
        try control(EPOLL_CTL_MOD, descriptor, readiness, token.number)
    }

    /// Stops watching. The handler may be running on the loop's thread just now, but is not called again.
    package func unwatch(_ descriptor: CInt, _ token: Token) {
        _ = epoll_ctl(epoll.rawValue, CInt(EPOLL_CTL_DEL), descriptor, nil)
        remove(handler: token.number)
    }

    /// The handler goes outside the lock: what it holds may come back to the loop when it goes.
    private func remove(handler number: UInt64) {
        _ = state.withLock { $0.handlers.remove(number) }
    }

    /// Runs a job on the loop's thread, after those that were given before. A loop that has been
    /// stopped drops it.
    package func execute(_ job: @escaping Job) {
        let first = state.withLock { state in
            guard !state.stopped else { return false }
            state.jobs.append(job)
            isWanted.store(true, ordering: .releasing)
            return state.jobs.count == 1
        }
        // On its own thread the loop looks at the jobs before it waits.
        if first, !isCurrent { wake() }
    }

    /// Runs a job once at (or soon after) `due`.
    package func schedule(at due: LoopTime, _ job: @escaping Job) -> Token {
        let (number, earlier) = state.withLock { state -> (UInt64, Bool) in
            let number = state.nextTimer
            state.nextTimer += 1
            guard !state.stopped else { return (number, false) }
            state.timers[number] = Timer(number: number, deadline: due, job: job)
            let earlier = due.nanoseconds < armed.load(ordering: .relaxed)
            if earlier { armed.store(due.nanoseconds, ordering: .relaxed) }
            return (number, earlier)
        }
        if earlier, !isCurrent { wake() }
        return Token(number: number)
    }

    /// Forgets a timer. Harmless when it has run.
    package func cancel(_ token: Token) {
        _ = state.withLock { $0.timers.removeValue(forKey: token.number) }
    }

    private func control(_ operation: CInt, _ descriptor: CInt, _ readiness: Readiness, _ token: UInt64) throws(Errno) {
        var event = epoll_event()
        event.events = readiness.rawValue
        event.data.u64 = token
        guard epoll_ctl(epoll.rawValue, operation, descriptor, &event) == 0 else { throw Errno.current }
    }

    private func wake() {
        var one: UInt64 = 1
        // A full counter means that a wake-up is already waiting.
        _ = write(wakeup.rawValue, &one, MemoryLayout<UInt64>.size)
    }

    private func run() {
        thread.store(pthread_self(), ordering: .relaxed)
        while let timeout = settle() { wait(timeout) }
        let left = state.withLock { state in
            defer {
                state.handlers = HandlerTable()
                state.jobs = []
                state.timers = [:]
            }
            return (state.handlers, state.jobs, state.timers)
        }
        withExtendedLifetime(left) {}
    }

    /// Waits for descriptors and calls their handlers.
    private func wait(_ timeout: CInt) {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerTurn) { events in
            guard let base = events.baseAddress else { return }
            let count = appex_wait(epoll.rawValue, base, CInt(events.count), timeout)
            for index in 0..<max(0, Int(count)) {
                dispatch(token: events[index].data.u64, Readiness(rawValue: events[index].events))
            }
        }
    }

    /// Runs the jobs that were there at the beginning, then the timers that are due.
    ///
    /// - Returns: how many milliseconds to wait then, -1 without an end; nil when the loop has been stopped.
    private func settle() -> CInt? {
        // Mostly there is nothing to do but to wait. Whatever is added after this look wakes the wait.
        if !isWanted.load(ordering: .acquiring), let timeout { return timeout }
        let (jobs, horizon) = state.withLock { state in
            let jobs = state.jobs
            if !jobs.isEmpty { state.jobs = [] }
            isWanted.store(state.stopped, ordering: .releasing)
            return (jobs, state.nextTimer)
        }
        for job in jobs { job() }
        // A timer that is made by a job from here on waits for the next turn, so that this has an end.
        while let job = nextDue(before: horizon) { job() }
        return state.withLock { state in
            guard !state.stopped else { return nil }
            return state.jobs.isEmpty ? timeout ?? 0 : 0
        }
    }

    /// How many milliseconds to wait, -1 without an end; nil when a timer may be due.
    private var timeout: CInt? {
        let time = LoopTime(nanoseconds: armed.load(ordering: .relaxed))
        guard time < .never else { return -1 }
        let milliseconds = time.milliseconds
        return milliseconds > 0 ? milliseconds : nil
    }

    private func dispatch(token: UInt64, _ readiness: Readiness) {
        if token == Self.wakeupToken {
            var count: UInt64 = 0
            _ = read(wakeup.rawValue, &count, MemoryLayout<UInt64>.size)
            return
        }
        state.withLock { $0.handlers[token] }?.call(readiness)
    }

    /// Takes the earliest timer when it is due. One at a time, so that a job may cancel the next one.
    private func nextDue(before horizon: UInt64) -> Job? {
        state.withLock { state -> Job? in
            let now = LoopTime.now
            guard armed.load(ordering: .relaxed) <= now.nanoseconds else { return nil }
            // Those of the same instant run in the order in which they were made.
            let first = state.timers.values.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
            armed.store((first?.deadline ?? .never).nanoseconds, ordering: .relaxed)
            guard let first, first.deadline <= now, first.number < horizon else { return nil }
            state.timers.removeValue(forKey: first.number)
            return first.job
        }
    }

    /// Room for one packet, for whoever reads on the loop's thread: of all the connections of a
    /// process, one reads at a time.
    ///
    /// - Returns: nil on any other thread.
    package func withScratch<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard isCurrent else { return nil }
        return try body(scratch)
    }
}
