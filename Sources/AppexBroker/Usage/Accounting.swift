import AppexModel
import AppexSystem

/// What the broker knows of the resources that one process uses.
struct Accounting {
    /// The control group that limits its memory, where there is one.
    var group: ControlGroup?
    /// The processor time of the sessions' requests.
    var requests: [SessionNumber: RequestProcessorTime] = [:]
    var curve = UsageCurve()
    /// What it used at the last look.
    var usage: ProcessUsage?
    /// The earliest time of the next look.
    var nextLook = LoopTime.now
    /// Its memory in bytes, as it was counted last.
    var counted: UInt64 = 0
    /// When the count of its memory began that is under way.
    var countBegan: LoopTime?
    /// The earliest time of the next count of its memory.
    var earliestCount = LoopTime.now
    /// Whether it was warned that its memory is low, which it still is.
    var isWarned = false
    /// Whether its share of the processors was lowered because it takes all it can get.
    var isSlowed = false
    /// When the current observation of its share of the processors began, and what it had used then.
    var shareSince = ContinuousClock.now
    var shareUsage: Duration?
    /// Whether its container is being measured.
    var isMeasured = false
    /// The bytes that had been written when the container was measured last.
    var measuredWritten: UInt64?
    /// When to measure the container in any case, and the earliest time to do so after a write.
    var nextMeasure = LoopTime.now
    var earliestMeasure = LoopTime.now

    /// Whether its memory has to be counted to know whether it is too much.
    func needsCount(_ usage: ProcessUsage, _ limits: ExtensionLimits) -> Bool {
        Double(usage.resident) >= Double(limits.memory) * Self.warning.until
    }

    /// What to take for its memory until it is counted the next time: nothing to end it for, unless it holds up the count.
    func estimate(_ usage: ProcessUsage, _ limits: ExtensionLimits) -> UInt64 {
        if let countBegan, countBegan + Self.countPatience < .now { return usage.memory }
        return min(max(usage.memory, counted), limits.memory)
    }

    /// The memory has been counted.
    mutating func noteCount(_ bytes: UInt64?, took: Duration) {
        countBegan = nil
        if let bytes {
            counted = bytes
            usage?.memory = bytes
        }
        // One that makes its pages slow to count is counted seldom.
        earliestCount = .now + max(.zero, (took - Self.quickCount) * Self.rest)
    }

    /// How long a count may take before it is done without.
    private static let countPatience = Duration.seconds(1)
    /// How long the count of an ordinary process takes at most.
    private static let quickCount = Duration.milliseconds(5)
    /// How many times as long as counting something took it is left alone: that takes a twentieth of a processor.
    private static let rest = 20

    /// The container has been looked at.
    mutating func noteMeasure(written: UInt64, took: Duration) {
        isMeasured = false
        measuredWritten = written
        // A container that is slow to count is counted less often.
        earliestMeasure = .now + max(.seconds(1), took * Self.rest)
        // Space can be taken without writing.
        nextMeasure = .now + max(.seconds(10), took * Self.rest)
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

    /// The time until the next measurement: long for a process that no host uses or that is far from its limit.
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
