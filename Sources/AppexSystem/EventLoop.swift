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
    }

    /// Names a watched descriptor or a timer. Never reused.
    package struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    package typealias Handler = @Sendable (Readiness) -> Void
    package typealias Job = @Sendable () -> Void

    private struct State {
        var nextToken: UInt64 = 1
        var handlers: [UInt64: Handler] = [:]
        var jobs: [Job] = []
        var timers: [UInt64: (deadline: ContinuousClock.Instant, job: Job)] = [:]
        /// When the thread wakes by itself; nil while it waits without an end.
        var armed: ContinuousClock.Instant?
        var stopped = false
    }

    private let epoll: Descriptor
    private let wakeup: Descriptor
    private let state = Mutex(State())

    /// Token 0 is the loop's own wake-up descriptor.
    private static let wakeupToken: UInt64 = 0

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
        try LoopThread.start(name: name) { while self.turn() {} }
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

    /// Ends the thread after the current turn. Nothing is called any more afterwards.
    package func stop() {
        state.withLock { $0.stopped = true }
        wake()
    }

    /// Calls `handler` whenever the descriptor is ready, until `unwatch`. The descriptor must stay
    /// open until then.
    package func watch(_ descriptor: CInt, for readiness: Readiness, _ handler: @escaping Handler) throws(Errno) -> Token {
        let number = state.withLock { state in
            defer { state.nextToken += 1 }
            state.handlers[state.nextToken] = handler
            return state.nextToken
        }
        do {
            try control(EPOLL_CTL_ADD, descriptor, readiness, number)
        } catch {
            state.withLock { _ = $0.handlers.removeValue(forKey: number) }
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
        state.withLock { _ = $0.handlers.removeValue(forKey: token.number) }
        _ = epoll_ctl(epoll.rawValue, CInt(EPOLL_CTL_DEL), descriptor, nil)
    }

    /// Runs a job on the loop's thread, after those that were given before.
    package func execute(_ job: @escaping Job) {
        let first = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if first { wake() }
    }

    /// Runs a job once at (or soon after) `deadline`.
    package func schedule(at deadline: ContinuousClock.Instant, _ job: @escaping Job) -> Token {
        let (number, earlier) = state.withLock { state -> (UInt64, Bool) in
            defer { state.nextToken += 1 }
            state.timers[state.nextToken] = (deadline, job)
            let earlier = state.armed.map { deadline < $0 } ?? true
            if earlier { state.armed = deadline }
            return (state.nextToken, earlier)
        }
        if earlier { wake() }
        return Token(number: number)
    }

    /// Forgets a timer. Harmless when it has run.
    package func cancel(_ token: Token) {
        state.withLock { _ = $0.timers.removeValue(forKey: token.number) }
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

    /// One round: wait, then handlers, jobs and timers. False when the loop has been stopped.
    private func turn() -> Bool {
        let timeout = state.withLock { state -> CInt in
            state.armed = state.timers.values.map(\.deadline).min()
            guard state.jobs.isEmpty else { return 0 }
            return state.armed.map { Self.milliseconds(until: $0) } ?? -1
        }
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 32) { events in
            guard let base = events.baseAddress else { return }
            let count = epoll_wait(epoll.rawValue, base, CInt(events.count), timeout)
            for index in 0..<max(0, Int(count)) {
                dispatch(token: events[index].data.u64, Readiness(rawValue: events[index].events))
            }
        }
        runJobs()
        runTimers()
        return state.withLock { !$0.stopped }
    }

    private func dispatch(token: UInt64, _ readiness: Readiness) {
        if token == Self.wakeupToken {
            var count: UInt64 = 0
            _ = read(wakeup.rawValue, &count, MemoryLayout<UInt64>.size)
            return
        }
        state.withLock { $0.handlers[token] }?(readiness)
    }

    private func runJobs() {
        let jobs = state.withLock { state in
            let jobs = state.jobs
            if !jobs.isEmpty { state.jobs = [] }
            return jobs
        }
        for job in jobs { job() }
    }

    private func runTimers() {
        let due = state.withLock { state -> [(ContinuousClock.Instant, Job)] in
            guard let armed = state.armed else { return [] }
            let now = ContinuousClock.now
            guard armed <= now else { return [] }
            let due = state.timers.filter { $0.value.deadline <= now }
            for number in due.keys { state.timers.removeValue(forKey: number) }
            return due.values.sorted { $0.deadline < $1.deadline }.map { ($0.deadline, $0.job) }
        }
        for (_, job) in due { job() }
    }

    /// Rounded up, so that a timer never runs early and never spins.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt {
        let left = deadline - .now
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow, milliseconds.partialValue < 60_000_000 else { return 60_000_000 }
        return CInt(milliseconds.partialValue) + CInt(attoseconds / 1_000_000_000_000_000) + 1
    }
}
