import AppexSystem

/// How much of what an extension prints is kept: all of it, up to a burst, then so much a second.
struct LogBudget {
    static let bytesPerSecond = 64 << 10
    /// What is kept at once, after a silence.
    static let burst = 512 << 10

    /// Bytes that were not kept, and that no notice in the log has mentioned yet.
    private(set) var dropped = 0
    private var bucket = TokenBucket(perSecond: bytesPerSecond, most: burst)

    /// Decides whether a line is kept, and counts it in either case.
    ///
    /// - Parameter bytes: the length of the line.
    mutating func keep(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
        // After a gap, lines are kept again only when there is room for those of a second: whole passages are more useful
        // than single lines between gaps.
        let wanted = dropped > 0 ? max(bytes, Self.bytesPerSecond) : bytes
        guard bucket.room(at: now) >= Double(wanted) else {
            dropped += bytes
            return false
        }
        bucket.spend(bytes, at: now)
        return true
    }

    /// Returns ``dropped`` and sets it to 0.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
