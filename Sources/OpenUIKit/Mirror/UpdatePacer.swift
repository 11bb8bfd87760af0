import AppexSystem
import Dispatch
import OpenViewTree

/// Decides when updates are sent: at the end of the present turn of the main queue, but at most about sixty times a
/// second, and less often when updates exceed the rate that a host accepts.
@MainActor
final class UpdatePacer {
    /// Calls a function on the main actor after a delay; at the end of the present turn when the delay is zero.
    typealias Schedule = (Duration, @escaping @MainActor @Sendable () -> Void) -> Void

    private static let interval = Duration.milliseconds(16)
    private static let noticeable = Duration.milliseconds(250)

    private let now: () -> ContinuousClock.Instant
    private let schedule: Schedule
    private var last: ContinuousClock.Instant?
    private var isWaiting = false
    // Four fifths of what the host accepts: its clock differs, and it may receive delayed updates in a burst.
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

    /// Calls `update` when an update may be sent. Further calls before that have no effect.
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

    /// Whether changes are delayed so long that the user would notice, while a message without changes may be sent.
    var holdsBackChanges: Bool {
        let now = now()
        return changes.pause(at: now) > Self.noticeable && messages.pause(at: now) == .zero
    }

    /// Counts what was sent, which may delay the next update.
    ///
    /// - Parameter weight: the sum of the operations' `ViewOperation.weight`.
    func sent(weight: Int, messages count: Int) {
        let now = now()
        changes.spend(weight, at: now)
        messages.spend(count, at: now)
    }
}
