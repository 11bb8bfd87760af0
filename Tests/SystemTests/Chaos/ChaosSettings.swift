import Foundation

/// How long a chaos run goes on, and by which numbers.
struct ChaosSettings: Sendable {
    /// Of which the first tenth is quiet, and in the last quarter neither broker nor launcher is killed.
    let duration: Duration
    /// Decides who is killed and what is asked. The instants are those of the machine, so a second run with the same
    /// seed is a similar one, not the same.
    let seed: UInt64

    /// nil without `APPEX_CHAOS_SECONDS`; `APPEX_CHAOS_SEED` is drawn when it is not set.
    static let ofEnvironment: ChaosSettings? = {
        let environment = ProcessInfo.processInfo.environment
        guard let seconds = environment["APPEX_CHAOS_SECONDS"].flatMap(Double.init), seconds >= 10 else { return nil }
        return ChaosSettings(
            duration: .seconds(min(seconds, 86_400)),
            seed: environment["APPEX_CHAOS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000))
    }()

    /// Both hosts' and extensions' requests end so much later than they may take at the most: a machine that has much
    /// else to do lets everybody wait.
    static let slack = Duration.seconds(60)
    /// How much longer the run may take until everything that it needs has happened once.
    static let extraTime = Duration.seconds(60)
    /// How long a process may live without a broker, of which a second is what is promised.
    static let orphanLimit = Duration.seconds(20)
    /// How many times the p99 of the quiet time the innocent's may be, and what it may be in any case.
    static let latencyFactor = 50.0
    static let latencyLimit = Duration.milliseconds(500)
}
