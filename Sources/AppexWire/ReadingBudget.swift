import AppexSystem

/// How much processor time a peer may use on this end's event loop by what it sends.
///
/// The time that each message takes is charged to the peer. While the budget is overdrawn, nothing further is read from the
/// peer, whose messages wait in its socket; other peers are not affected. One message may overdraw the budget by any amount,
/// so what a single message can cost has to be bounded besides.
package struct ReadingBudget: Sendable {
    private var time: TokenBucket
    private let clock: @Sendable () -> UInt64

    /// Makes a budget that is full.
    ///
    /// - Parameters:
    ///   - share: the part of one processor that the peer may use on average, in percent, from 1 to 100.
    ///   - burst: the processor time that it may use at once.
    ///   - clock: the processor time that the calling thread has used, in nanoseconds.
    package init(
        share: Int, burst: Duration, clock: @escaping @Sendable () -> UInt64 = { CurrentThread.processorTime }
    ) {
        time = TokenBucket(perSecond: share * 10_000_000, most: Int(burst / .nanoseconds(1)))
        self.clock = clock
    }

    /// What an extension may use of its broker on a socket. With what waiting for its messages takes, which is not charged, this is
    /// less than a tenth of a processor. The control socket carries answers only, and anything else ends the process.
    package static var ofBroker: ReadingBudget { ReadingBudget(share: 8, burst: .milliseconds(200)) }

    /// What an extension may use of its host, on each session. It is larger, because all content of the session is loaded there.
    package static var ofHost: ReadingBudget { ReadingBudget(share: 50, burst: .seconds(1)) }

    /// The reading of the clock, from which ``charge(since:at:)`` counts.
    var reading: UInt64 { clock() }

    /// Charges the time since a reading of the clock.
    ///
    /// - Parameters:
    ///   - reading: what ``reading`` was before the message was handled.
    ///   - now: the current time.
    /// - Returns: how long nothing is to be read; zero if the budget is not overdrawn.
    mutating func charge(since reading: UInt64, at now: ContinuousClock.Instant) -> Duration {
        let end = clock()
        time.spend(end > reading ? Int(clamping: end - reading) : 0, at: now)
        return time.pause(at: now)
    }
}
