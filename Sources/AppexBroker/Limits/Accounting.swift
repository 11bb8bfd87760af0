import AppexModel
import AppexSystem

/// What the broker knows of the resources that one process uses.
struct Accounting {
    /// The control group that limits its memory, where there is one.
    var group: ControlGroup?
    var curve = UsageCurve()
    /// As it was at the last look.
    var usage: ProcessUsage?
    /// Not looked at before.
    var nextLook = LoopTime.now
    /// Whether it has been told that it has little memory left, and still has.
    var isWarned = false
    /// Whether it has less than its share of the processors, because it takes so much.
    var isSlowed = false
    /// Since when, and from what on, its share of the processors is observed.
    var shareSince = ContinuousClock.now
    var shareUsage: Duration?
    /// The container is looked at.
    var isMeasured = false
    /// What had been written when the container was looked at last.
    var measuredWritten: UInt64?
    /// When to look at the container in any case, and not before when.
    var nextMeasure = LoopTime.now
    var earliestMeasure = LoopTime.now

    /// The container has been looked at.
    mutating func noteMeasure(written: UInt64, took: Duration) {
        isMeasured = false
        measuredWritten = written
        // A container that is slow to count is counted seldom: a twentieth of a processor at most.
        earliestMeasure = .now + max(.seconds(1), took * 20)
        // Space can be taken without writing.
        nextMeasure = .now + max(.seconds(10), took * 20)
    }

    /// The share of the limit at which an extension is warned, and the one below which it counts as not warned.
    static let warning = (from: 0.8, until: 0.7)

    /// Whether to warn now, after a look.
    mutating func warns(_ limits: ExtensionLimits) -> Bool {
        guard let usage else { return false }
        let share = Double(usage.memory) / Double(max(1, limits.memory))
        if share < Self.warning.until { isWarned = false }
        guard share >= Self.warning.from, !isWarned else { return false }
        isWarned = true
        return true
    }

    /// How long to wait for the next look: long for one that nobody uses or that is far from its limit.
    func pause(_ limits: ExtensionLimits, isUsed: Bool) -> Duration {
        guard isUsed else { return .seconds(1) }
        let share = Double(usage?.memory ?? 0) / Double(max(1, limits.memory))
        // Where a control group keeps the limit, a look has only to come in time for a warning.
        let isKept = group != nil
        return share < 0.5 ? .milliseconds(isKept ? 200 : 100) : .milliseconds(isKept ? 50 : 10)
    }
}

/// The processor time of requests. A process serves several at a time, and which of its threads works for whom is not
/// known; so a request may take what its process takes while it is open, divided by the requests that were open with it.
struct RequestProcessorTime {
    /// What the process had used when it was opened.
    var atBegin: Duration
    /// The requests that have been open while it was, itself included.
    var companions: Int

    /// What the process may have used by the time the request ends.
    func limit(_ limits: ExtensionLimits) -> Duration { limits.requestProcessorTime * companions }
}
