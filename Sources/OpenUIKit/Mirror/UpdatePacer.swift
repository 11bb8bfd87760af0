import AppexSystem
import Dispatch
import OpenViewTree

/// Decides when changes are sent: at the end of the main loop's turn when it has been quiet, and some sixty times a
/// second when it has not, which is what a screen shows; less often when they are more than a host takes.
@MainActor
final class UpdatePacer {
    /// Calls a function on the main thread after a time, at the end of its turn when the time is zero.
    typealias Schedule = (Duration, @escaping @MainActor @Sendable () -> Void) -> Void

    private static let interval = Duration.milliseconds(16)
    private static let noticeable = Duration.milliseconds(250)

    private let now: () -> ContinuousClock.Instant
    private let schedule: Schedule
    private var last: ContinuousClock.Instant?
    private var isWaiting = false
    // Four fifths of what the host takes, whose clock is another one and who sees late what comes in a crowd.
    private var changes = TokenBucket(perSecond: ViewLimits.operationsPerSecond * 4 / 5, most: 20_000)
    private var messages = TokenBucket(perSecond: ViewLimits.updatesPerSecond * 4 / 5, most: 100)

    init(
        now: @escaping () -> ContinuousClock.Instant = { .now },
        schedule: @escaping Schedule = { delay, body in
            let main = DispatchQueue.main
            let run: @Sendable () -> Void = { MainActor.assumeIsolated { body() } }
            guard delay > .zero else { return main.async(execute: run) }
            main.asyncAfter(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1))), execute: run)
        }
    ) {
        self.now = now
        self.schedule = schedule
    }

    /// Calls `update` once, however often this is called until then.
    func request(_ update: @escaping @MainActor @Sendable () -> Void) {
        guard !isWaiting else { return }
        isWaiting = true
        let now = now()
        let rest = last.map { max(.zero, Self.interval - (now - $0)) } ?? .zero
        let delay = max(rest, changes.pause(at: now), messages.pause(at: now))
        schedule(delay) { [weak self] in
            guard let self else { return }
            isWaiting = false
            last = self.now()
            update()
        }
    }

    /// Whether changes have to wait so long that a person would notice, and messages without any have not.
    var holdsBackChanges: Bool {
        let now = now()
        return changes.pause(at: now) > Self.noticeable && messages.pause(at: now) == .zero
    }

    /// Notes what has been sent, for which the next update may have to wait.
    ///
    /// - Parameter weight: of the changes; see `ViewOperation.weight`.
    func sent(weight: Int, messages count: Int) {
        let now = now()
        changes.spend(weight, at: now)
        messages.spend(count, at: now)
    }
}
