import AppexSystem

/// How much of what an extension prints is kept: all of it, up to a burst, then so much a second.
struct LogBudget {
    static let bytesPerSecond = 64 << 10
    /// What is kept at once, after a silence.
    static let burst = 512 << 10

    /// Bytes that were not kept and of which nobody has been told.
    private(set) var dropped = 0
    private var bucket = TokenBucket(perSecond: bytesPerSecond, most: burst)

    /// Whether a line of so many bytes is kept; counts it either way.
    mutating func keep(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
        // Once something was dropped it waits until a second's worth is there: whole passages say more than single
        // lines between gaps.
        let wanted = dropped > 0 ? max(bytes, Self.bytesPerSecond) : bytes
        guard bucket.room(at: now) >= Double(wanted) else {
            dropped += bytes
            return false
        }
        bucket.spend(bytes, at: now)
        return true
    }

    /// What was dropped; it counts as told.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
