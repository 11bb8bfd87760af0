import CAppexShims
import Glibc

/// A point in time on the clock of `ContinuousClock`, as a plain number: deadlines are stored and
/// compared for every message, and `ContinuousClock.Instant` has no layout that the compiler knows.
package struct LoopTime: Comparable, Sendable {
    private let nanoseconds: Int64

    private init(_ nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return LoopTime(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: LoopTime, right: LoopTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// A sum beyond all time is the end or the beginning of it.
    package static func + (time: LoopTime, duration: Duration) -> LoopTime {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !whole.overflow else { return LoopTime(seconds < 0 ? .min : .max) }
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(whole.partialValue)
        guard !overflow else { return LoopTime(seconds < 0 ? .min : .max) }
        let fraction = attoseconds / 1_000_000_000
        let (result, tooFar) = sum.addingReportingOverflow(fraction)
        return LoopTime(tooFar ? (fraction < 0 ? .min : .max) : result)
    }

    /// From now on, rounded up, so that a timer never runs early and never spins; 0 when it is past.
    /// Bounded by what epoll can wait: a loop that wakes too early just waits again.
    var milliseconds: CInt {
        let (left, overflow) = nanoseconds.subtractingReportingOverflow(Self.now.nanoseconds)
        guard left > 0 || overflow else { return 0 }
        return overflow ? Self.longest : CInt(min(left / 1_000_000, Int64(Self.longest) - 1)) + 1
    }

    private static let longest: CInt = 60_000_000
}
