/// How often a call is made again because the broker has ended before it has answered.
struct CallAttempts: Sendable {
    private var begun: ContinuousClock.Instant
    private var count = 1

    /// How many attempts are made with brokers that end soon.
    private static let limit = 5
    /// The time after which a broker counts as one that runs.
    private static let patience = Duration.seconds(1)

    /// The first attempt begins.
    init(at now: ContinuousClock.Instant) { begun = now }

    /// The next attempt begins, with a broker that runs.
    mutating func begin(at now: ContinuousClock.Instant) { begun = now }

    /// Whether another attempt may be made after the broker has ended. The count begins again after a broker that has run for
    /// some time, which has not ended because of the call.
    mutating func mayRepeat(at now: ContinuousClock.Instant) -> Bool {
        count = now - begun > Self.patience ? 1 : count + 1
        return count <= Self.limit
    }
}
