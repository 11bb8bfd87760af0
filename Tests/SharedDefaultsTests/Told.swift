import AppexModel
import OpenFoundation
import Synchronization

/// What an observer was told, in order.
final class Told<Value: Equatable & Sendable>: Sendable {
    private let state = Mutex<(values: [Value?], running: Int, hasOverlapped: Bool)>(([], 0, false))

    /// Every value that was told.
    var values: [Value?] { state.withLock { $0.values } }
    /// The last value that was reported; nil if no value was reported.
    var last: Value?? { state.withLock { $0.values.last } }
    /// Whether two calls ran at the same time.
    var hasOverlapped: Bool { state.withLock { $0.hasOverlapped } }

    /// The body of an observer.
    ///
    /// - Parameter work: is done before the call ends, so that another one could overlap.
    func append(_ value: Value?, _ work: () -> Void = {}) {
        state.withLock { state in
            state.values.append(value)
            state.running += 1
            if state.running > 1 { state.hasOverlapped = true }
        }
        work()
        state.withLock { $0.running -= 1 }
    }
}
