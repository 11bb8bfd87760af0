import CAppexShims
import Glibc

/// An instant of `ContinuousClock` as an integer.
///
/// Deadlines are stored and compared for every message, and the layout of `ContinuousClock.Instant` is not known to the
/// compiler, which makes it slower.
package struct LoopTime: Comparable, Sendable {
    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// An instant that is never reached.
    static let never = LoopTime(nanoseconds: .max)

    /// The current time.
    package static var now: LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return LoopTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whether `left` is the earlier time.
    package static func < (left: LoopTime, right: LoopTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturating addition.
    package static func + (time: LoopTime, interval: LoopInterval) -> LoopTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return LoopTime(nanoseconds: overflow ? (interval.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Saturating addition.
    package static func + (time: LoopTime, duration: Duration) -> LoopTime {
        time + LoopInterval(duration)
    }

    /// The time from now in milliseconds, rounded up so that a timer never runs early; 0 if it is in the past. It is limited
    /// to what epoll_wait(2) accepts: a loop that wakes up too early waits again.
    var milliseconds: CInt {
        // The subtraction overflows for a deadline in the distant past.
        let (left, overflow) = nanoseconds.subtractingReportingOverflow(Self.now.nanoseconds)
        guard !overflow, left > 0 else { return 0 }
        return CInt(min(left / 1_000_000, Int64(Self.longest) - 1)) + 1
    }

    private static let longest: CInt = 60_000_000
}

/// A duration as an integer, converted once from a `Duration` that is used often.
package struct LoopInterval: Sendable {
    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Converts a duration. The result saturates.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
        nanoseconds = whole.overflow || sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
}
