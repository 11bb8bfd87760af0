import CAppexShims
import Glibc
package import SystemPackage
import Synchronization

/// An event loop: one thread that waits for descriptors and timers, and runs short jobs in order.
///
/// All connections of a process share one loop, because a single reader guarantees the order of messages. Handlers and
/// jobs run on the loop's thread and must not block. What may block can be left to the thread with ``lend(_:_:whenTaken:)``
/// when a handler returns; the loop goes on with another thread if that takes long. All methods may be called from any
/// thread.
package final class EventLoop: Sendable {
    /// The events of a watched descriptor, with the values of epoll(7).
    package struct Readiness: OptionSet, Sendable {
        /// The bits of epoll(7).
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The descriptor can be read.
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// The descriptor can be written to.
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer has closed its end, or an error has occurred. It is always reported, also if it is not waited for.
        package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

        /// Whether the descriptor can be written to. Faster than `contains`, which other modules call indirectly.
        package var isWritable: Bool { rawValue & Self.writable.rawValue != 0 }
        /// Whether to read: data that a peer sent before it closed its end have to be read as well.
        package var isReadableOrHungUp: Bool { rawValue & (Self.readable.rawValue | Self.hungUp.rawValue) != 0 }
    }

    /// Identifies a watched descriptor or a timer. Tokens are never reused.
    package struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// Called on the loop's thread when a watched descriptor is ready.
    package typealias Handler = @Sendable (Readiness) -> Void
    /// Called once on the loop's thread.
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

    /// A buffer for one packet, which may only be used on the loop's thread: all connections of a process share it, since
    /// they read one after the other. It is marked as unsafe because the compiler cannot check that.
    package nonisolated(unsafe) let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: EventLoop.scratchBytes, alignment: 16)

    /// The maximum size of a packet, in bytes.
    package static let scratchBytes = 64 * 1024

    private let epoll: Descriptor
    private let wakeup: Descriptor
    private let state = Mutex(State())
    /// Whether there are jobs or the loop is to stop. Written within the lock, and read without it in every iteration.
    private let hasWork = Atomic(false)
    /// When the thread wakes up by itself, which is never later than the earliest timer. After a timer was cancelled it may
    /// be earlier: an unnecessary iteration is cheaper than searching all timers each time. Written within the lock.
    private let armed = Atomic(LoopTime.never.nanoseconds)
    /// The loop's thread; 0 until it runs, and while it is lent.
    private let thread = Atomic<pthread_t>(0)
    private let name: String
    private let relay: LoopRelay
    /// Whether a handler of a descriptor is being called that may leave one loan.
    private nonisolated(unsafe) var mayLend = false  // only the thread that leads the loop reads and writes it
    /// The loan that the current handler has left.
    private nonisolated(unsafe) var offered: LoopRelay.Loan?  // only the thread that leads the loop reads and writes it

    /// Token 0 is the loop's wake-up descriptor.
    private static let wakeupToken: UInt64 = 0

    /// The maximum number of descriptors that are handled in one iteration.
    private static let eventsPerTurn = 32

    /// Starts a loop with its thread. The thread keeps the loop alive until ``stop()``.
    ///
    /// - Throws: the kernel's error if there are no descriptors or threads left.
    package init(name: String) throws(Errno) {
        let epollNumber = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epollNumber >= 0 else { throw Errno.current }
        epoll = Descriptor(owning: epollNumber)
        let eventNumber = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard eventNumber >= 0 else { throw Errno.current }
        wakeup = Descriptor(owning: eventNumber)
        relay = try LoopRelay()
        self.name = name
        try control(EPOLL_CTL_ADD, wakeup.rawValue, .readable, Self.wakeupToken)
        // The thread keeps the loop and its descriptors until `stop`.
        try LoopThread.start(name: name) { self.run(leading: true) }
    }

    deinit {
        scratch.deallocate()
    }

    private static let sharedLoop = Mutex<EventLoop?>(nil)

    /// The loop of this process, which is started at the first use.
    ///
    /// - Throws: the kernel's error if it cannot be started.
    package static func shared() throws(Errno) -> EventLoop {
        try sharedLoop.withLock { (existing) throws(Errno) -> EventLoop in
            if let existing { return existing }
            let loop = try EventLoop(name: "appex-loop")
            existing = loop
            return loop
        }
    }

    /// Ends the thread after the current iteration. Afterwards nothing is called, and all handlers, jobs and timers are
    /// released.
    package func stop() {
        state.withLock { state in
            state.stopped = true
            hasWork.store(true, ordering: .releasing)
        }
        wake()
        relay.wake()
    }

    /// Runs a job on the loop's thread as soon as the current handler has returned, and may block. Saves a change of
    /// threads.
    ///
    /// While the job runs, the thread does not count as the loop's. If the job takes longer than a millisecond, another
    /// thread becomes the loop's thread. Until then everything else waits, so a peer whose jobs are often slow has no
    /// allowance left.
    ///
    /// - Parameter allowance: what the owner of the job may still use.
    /// - Parameter whenTaken: called on the new thread of the loop if the job takes long.
    /// - Returns: false if the job has to run elsewhere: outside of the handler of a descriptor, after another loan by the
    ///   same call of a handler, without allowance, or without threads.
    package func lend(
        _ allowance: LoopAllowance, _ job: @escaping Job, whenTaken: @escaping Job = {}
    ) -> Bool {
        guard mayLend(allowance), isFollowed else { return false }
        mayLend = false
        offered = LoopRelay.Loan(body: job, whenTaken: whenTaken, allowance: allowance)
        return true
    }

    /// Resumes a task, which then goes on as a job that is lent the loop's thread, if that is possible; see
    /// ``lend(_:_:whenTaken:)``.
    ///
    /// - Parameter resume: resumes the continuation of a task, and does nothing else.
    package func resume(_ allowance: LoopAllowance, _ resume: () -> Void) {
        guard mayLend(allowance) else { return resume() }
        appex_collect_job()
        resume()
        // Without a job, the task has an executor of its own, such as the main actor, or has not begun to wait.
        guard let job = appex_collected_job() else { return }
        let number = UInt(bitPattern: job)
        let isLent = lend(allowance) {
            if let job = UnsafeMutableRawPointer(bitPattern: number) { appex_run_job(job) }
        }
        if !isLent { appex_enqueue_job(job) }
    }

    /// Whether the caller runs in the handler of a descriptor, which may leave a loan.
    private func mayLend(_ allowance: LoopAllowance) -> Bool {
        isCurrent && mayLend && allowance.isLeft(at: .now)
    }

    /// Whether a thread is ready to lead the loop. It is started if needed, at the first loan.
    private var isFollowed: Bool {
        relay.isReady { () throws(Errno) in try LoopThread.start(name: name) { self.run(leading: false) } }
    }

    /// Whether the caller runs on the loop's thread.
    package var isCurrent: Bool {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    /// Calls `handler` whenever the descriptor is ready, until ``unwatch(_:_:)``. The descriptor must stay open until then.
    ///
    /// - Throws: the kernel's error.
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

    /// Changes the events for which a watched descriptor is waited.
    ///
    /// - Throws: the kernel's error.
    package func rewatch(_ descriptor: CInt, _ token: Token, for readiness: Readiness) throws(Errno) {
        try control(EPOLL_CTL_MOD, descriptor, readiness, token.number)
    }

    /// Stops watching a descriptor. The handler may still be running on the loop's thread, but is not called again.
    package func unwatch(_ descriptor: CInt, _ token: Token) {
        _ = epoll_ctl(epoll.rawValue, CInt(EPOLL_CTL_DEL), descriptor, nil)
        remove(handler: token.number)
    }

    /// Removes a handler. It is released outside the lock, because deinitializers of captured objects may call the loop.
    private func remove(handler number: UInt64) {
        _ = state.withLock { $0.handlers.remove(number) }
    }

    /// Runs a job on the loop's thread, after the jobs that were added before. A stopped loop discards it.
    package func execute(_ job: @escaping Job) {
        let first = state.withLock { state in
            guard !state.stopped else { return false }
            state.jobs.append(job)
            hasWork.store(true, ordering: .releasing)
            return state.jobs.count == 1
        }
        // On its own thread, the loop runs the jobs before it waits.
        if first, !isCurrent { wake() }
    }

    /// Runs a job once on the loop's thread, at or soon after `due`. A stopped loop discards it.
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

    /// Cancels a timer. Does nothing if it has already run.
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
        // If the counter is full, a wake-up is already pending.
        _ = write(wakeup.rawValue, &one, MemoryLayout<UInt64>.size)
    }

    /// The body of a thread, which leads the loop or follows the thread that does.
    private func run(leading: Bool) {
        var leads = leading
        while leads || relay.follow(unless: { state.withLock { $0.stopped } }) {
            thread.store(pthread_self(), ordering: .relaxed)
            relay.tellTaken()
            // If another thread leads now, this one is superfluous if there is a follower.
            if lead() || !relay.join() { return }
            leads = false
        }
    }

    /// Runs the loop until it is stopped or another thread leads.
    ///
    /// - Returns: whether it was stopped.
    private func lead() -> Bool {
        while let timeout = runPending() { guard wait(timeout) else { return false } }
        let left = state.withLock { state in
            defer {
                state.handlers = HandlerTable()
                state.jobs = []
                state.timers = [:]
            }
            return (state.handlers, state.jobs, state.timers)
        }
        withExtendedLifetime(left) {}
        return true
    }

    /// Waits for descriptors and calls their handlers.
    ///
    /// - Returns: whether the caller still leads. If not, the kernel reports the remaining descriptors to the new leader.
    private func wait(_ timeout: CInt) -> Bool {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerTurn) { events in
            guard let base = events.baseAddress else { return true }
            let count = appex_wait(epoll.rawValue, base, CInt(events.count), timeout)
            for index in 0..<max(0, Int(count)) {
                dispatch(token: events[index].data.u64, Readiness(rawValue: events[index].events))
                guard let loan = offered else { continue }
                offered = nil
                thread.store(0, ordering: .relaxed)
                guard relay.run(loan) else { return false }
                thread.store(pthread_self(), ordering: .relaxed)
            }
            return true
        }
    }

    /// Runs the jobs that exist at the beginning, then the timers that are due.
    ///
    /// - Returns: the time to wait in milliseconds, -1 for no limit; nil if the loop has been stopped.
    private func runPending() -> CInt? {
        // Usually there is nothing to run. A job that is added after this check interrupts the wait.
        if !hasWork.load(ordering: .acquiring), let timeout { return timeout }
        let (jobs, horizon) = state.withLock { state in
            let jobs = state.jobs
            if !jobs.isEmpty { state.jobs = [] }
            hasWork.store(state.stopped, ordering: .releasing)
            return (jobs, state.nextTimer)
        }
        for job in jobs { job() }
        // A timer that a job creates from here on waits for the next iteration, so that this loop ends.
        while let job = nextDue(before: horizon) { job() }
        return state.withLock { state in
            guard !state.stopped else { return nil }
            return state.jobs.isEmpty ? timeout ?? 0 : 0
        }
    }

    /// The time to wait in milliseconds, -1 for no limit; nil if a timer may be due.
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
        guard let handler = state.withLock({ $0.handlers[token] }) else { return }
        mayLend = true
        handler.call(readiness)
        mayLend = false
    }

    /// Takes the earliest timer if it is due. Only one at a time, so that a job can cancel the next one.
    private func nextDue(before horizon: UInt64) -> Job? {
        state.withLock { state -> Job? in
            let now = LoopTime.now
            guard armed.load(ordering: .relaxed) <= now.nanoseconds else { return nil }
            // Timers with the same deadline run in the order of their creation.
            let first = state.timers.values.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
            armed.store((first?.deadline ?? .never).nanoseconds, ordering: .relaxed)
            guard let first, first.deadline <= now, first.number < horizon else { return nil }
            state.timers.removeValue(forKey: first.number)
            return first.job
        }
    }
}
