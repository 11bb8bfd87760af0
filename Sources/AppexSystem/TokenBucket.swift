/// A token bucket: a bounded rate on average, with bursts up to a fixed size.
package struct TokenBucket: Sendable {
    private let perSecond: Double
    private let most: Double
    /// Tokens that are left; negative after ``spend(_:at:)`` took more than there were.
    private var left: Double
    private var last: ContinuousClock.Instant?

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - perSecond: tokens that are added each second; greater than 0.
    ///   - most: the capacity, which is the largest burst.
    package init(perSecond: Int, most: Int) {
        self.perSecond = Double(perSecond)
        self.most = Double(most)
        left = Double(most)
    }

    /// Takes tokens if there are enough.
    ///
    /// - Parameters:
    ///   - amount: the number of tokens.
    ///   - now: the current time; a time before the previous call counts as no time passed.
    /// - Returns: `false` when there are too few tokens; none are taken then.
    package mutating func take(_ amount: Int, at now: ContinuousClock.Instant) -> Bool {
        guard Double(amount) <= room(at: now) else { return false }
        spend(amount, at: now)
        return true
    }

    /// Takes tokens even if there are too few. ``pause(at:)`` tells how long it takes to make up for them.
    package mutating func spend(_ amount: Int, at now: ContinuousClock.Instant) {
        left = room(at: now) - Double(amount)
        last = max(now, last ?? now)
    }

    /// The time until the bucket is no longer overdrawn; zero when it is not.
    package func pause(at now: ContinuousClock.Instant) -> Duration {
        .seconds(max(0, -room(at: now)) / perSecond)
    }

    /// How much may come at a moment. A clock that goes back gives nothing and takes nothing.
    package func room(at now: ContinuousClock.Instant) -> Double {
        min(most, left + (last.map { max(0, (now - $0) / .seconds(1)) } ?? 0) * perSecond)
    }
}
