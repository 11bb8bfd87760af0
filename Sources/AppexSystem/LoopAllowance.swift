import Synchronization

/// How long the jobs of one peer may still keep an event loop's own thread, where others wait for them.
///
/// Nobody knows beforehand whether a job blocks. Slow jobs may use a twentieth of the time. A peer whose jobs use more has
/// no allowance left for a while, and its jobs then run on other threads.
package final class LoopAllowance: Sendable {
    /// The time after which a job counts as slow, a few times as long as the change of threads that is saved.
    private static let quick = LoopInterval(.microseconds(100))
    /// The time until a slow job is made up for, as a multiple of its own time.
    private static let share: Int64 = 20
    /// The maximum time to be made up for while further jobs may run.
    private static let advance = LoopInterval(.milliseconds(200))

    /// The instant until which the allowance is used up.
    private let used = Atomic<Int64>(0)

    /// Creates an allowance of which nothing has been used.
    package init() {}

    /// Whether a further job may run on the loop's thread.
    func isLeft(at now: @autoclosure () -> LoopTime) -> Bool {
        let used = used.load(ordering: .relaxed)
        // Usually there has been no slow job at all.
        return used == 0 || used <= (now() + Self.advance).nanoseconds
    }

    /// Counts a job that kept the loop's thread from `start` to `end`. Quick jobs are free.
    func charge(from start: LoopTime, to end: LoopTime) {
        guard start + Self.quick < end else { return }
        let cost = LoopInterval(nanoseconds: (end.nanoseconds - start.nanoseconds) * Self.share)
        var old = used.load(ordering: .relaxed)
        while true {
            let new = (LoopTime(nanoseconds: max(old, end.nanoseconds)) + cost).nanoseconds
            let (exchanged, original) = used.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }
}
