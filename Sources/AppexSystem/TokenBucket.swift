/// How much of something may come: so much in a second on average, and more at once now and then.
package struct TokenBucket: Sendable {
    private let perSecond: Double
    private let most: Double
    /// Below zero when more was spent than there was.
    private var left: Double
    private var last: ContinuousClock.Instant?

    /// - Parameter perSecond: how much may come in a second on average.
    /// - Parameter most: how much may come at once.
    package init(perSecond: Int, most: Int) {
        self.perSecond = Double(perSecond)
        self.most = Double(most)
        left = Double(most)
    }

    /// Counts something that comes.
    ///
    /// - Returns: false when it is too much, and does not count.
    package mutating func take(_ amount: Int, at now: ContinuousClock.Instant) -> Bool {
        guard Double(amount) <= room(at: now) else { return false }
        spend(amount, at: now)
        return true
    }

    /// Counts something that has been sent, be it too much; ``pause(at:)`` says how long that has to be made up for.
    package mutating func spend(_ amount: Int, at now: ContinuousClock.Instant) {
        left = room(at: now) - Double(amount)
        last = max(now, last ?? now)
    }

    /// How long to wait until as much has been allowed as was spent.
    package func pause(at now: ContinuousClock.Instant) -> Duration {
        .seconds(max(0, -room(at: now)) / perSecond)
    }

    /// How much may come at a moment. A clock that goes back gives nothing and takes nothing.
    package func room(at now: ContinuousClock.Instant) -> Double {
        min(most, left + (last.map { max(0, (now - $0) / .seconds(1)) } ?? 0) * perSecond)
    }
}
