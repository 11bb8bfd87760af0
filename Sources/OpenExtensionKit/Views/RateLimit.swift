/// How much of something may come: so much in a second on average, and more at once now and then.
struct RateLimit {
    private let perSecond: Double
    private let most: Double
    private var left: Double
    private var last: ContinuousClock.Instant?

    /// - Parameter most: how much may come at once.
    init(perSecond: Int, most: Int) {
        self.perSecond = Double(perSecond)
        self.most = Double(most)
        left = Double(most)
    }

    /// Counts something that comes.
    ///
    /// - Returns: false when it is too much.
    mutating func take(_ amount: Int, at now: ContinuousClock.Instant) -> Bool {
        let since = last ?? now
        if now > since { left = min(most, left + (now - since) / .seconds(1) * perSecond) }
        last = max(now, since)
        guard Double(amount) <= left else { return false }
        left -= Double(amount)
        return true
    }
}
