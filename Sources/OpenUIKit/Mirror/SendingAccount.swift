/// What a host has been sent of something and may not have room for yet. It is kept well below what the host bears, whose
/// clock is another one and who sees late what comes in a crowd.
struct SendingAccount {
    private let perSecond: Double
    private let mostWaiting: Double
    private var debt = 0.0
    private var last: ContinuousClock.Instant?

    /// - Parameter perSecond: what the host takes on average, of which four fifths are used.
    /// - Parameter mostWaiting: with how much unpaid more may still be sent.
    init(perSecond: Int, mostWaiting: Int) {
        self.perSecond = 0.8 * Double(perSecond)
        self.mostWaiting = Double(mostWaiting)
    }

    mutating func add(_ amount: Int, at now: ContinuousClock.Instant) {
        debt = remaining(at: now) + Double(amount)
        last = now
    }

    /// How long to wait before more is sent.
    func pause(at now: ContinuousClock.Instant) -> Duration {
        .seconds(max(0, remaining(at: now) - mostWaiting) / perSecond)
    }

    private func remaining(at now: ContinuousClock.Instant) -> Double {
        max(0, debt - (last.map { (now - $0) / .seconds(1) } ?? 0) * perSecond)
    }
}
