import CAppexShims
import Glibc

/// A point in time on the clock of `ContinuousClock`, as a plain number: deadlines are stored and
/// compared for every message, and `ContinuousClock.Instant` has no layout that the compiler knows.
package struct LoopTime: Comparable, Sendable {
    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// After everything that will ever be.
    static let never = LoopTime(nanoseconds: .max)

    package static var now: LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return LoopTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: LoopTime, right: LoopTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// A sum beyond all time is the end or the beginning of it.
    package static func + (time: LoopTime, interval: LoopInterval) -> LoopTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return LoopTime(nanoseconds: overflow ? (interval.nanoseconds < 0 ? .min : .max) : sum)
    }

    package static func + (time: LoopTime, duration: Duration) -> LoopTime {
        time + LoopInterval(duration)
    }

    /// From now on, rounded up, so that a timer never runs early and never spins; 0 when it is past.
    /// Bounded by what epoll can wait: a loop that wakes too early just waits again.
    var milliseconds: CInt {
        // It overflows for a deadline long before the machine was started.
        let (left, overflow) = nanoseconds.subtractingReportingOverflow(Self.now.nanoseconds)
        guard !overflow, left > 0 else { return 0 }
        return CInt(min(left / 1_000_000, Int64(Self.longest) - 1)) + 1
    }

    private static let longest: CInt = 60_000_000
}

/// A length of time as a plain number, made once of a `Duration` that is needed often.
package struct LoopInterval: Sendable {
    let nanoseconds: Int64

    /// One that is too long is the longest.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
        nanoseconds = whole.overflow || sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
}
