import AppexSystem
import Synchronization

/// How fast the output of one extension is read, of all its processes together. What is read costs time of the broker's event
/// loop, even if it is not kept.
final class ReadingPace: Sendable {
    /// The number of bytes a second on average, with ``lineBytes`` for each line.
    static let bytesPerSecond = 1 << 20
    /// The number of bytes that are read at once after a silence.
    static let burst = 1 << 20
    /// The number of bytes as which the work for one line counts, in addition to its own: many short lines are the most work.
    static let lineBytes = 64
    /// The shortest pause. Many short ones would be work, too.
    static let shortestPause = Duration.milliseconds(100)

    private let bucket = Mutex(TokenBucket(perSecond: bytesPerSecond, most: burst))

    /// Counts what has been read.
    func spend(_ bytes: Int, lines: Int, at now: ContinuousClock.Instant) {
        bucket.withLock { $0.spend(bytes + lines * Self.lineBytes, at: now) }
    }

    /// How long to read nothing; nil to go on at once.
    func pause(at now: ContinuousClock.Instant) -> Duration? {
        let pause = bucket.withLock { $0.pause(at: now) }
        return pause > .zero ? max(pause, Self.shortestPause) : nil
    }
}
