import AppexSystem
import Synchronization

/// A block that is called with `false`, and a second time with `true` if its time expires before the first call returns.
final class ExpiringCall: Sendable {
    private struct State {
        /// The block; nil once it must not be called any more, which releases what it captures.
        var block: (@Sendable (Bool) -> Void)?
        var isRunning = false
        var isExpired = false
    }

    private let work: ProtectedWork
    /// The number of the protection; nil if the process could not be protected.
    private let number = Mutex<UInt64?>(nil)
    private let state: Mutex<State>

    /// Protects the block from now on, before it is called.
    init(_ kind: ProtectedWork.Kind, in work: ProtectedWork, _ block: @escaping @Sendable (Bool) -> Void) {
        self.work = work
        state = Mutex(State(block: block))
        let begun = work.begin(kind) { self.expire() }
        number.withLock { $0 = begun }
        if begun == nil { state.withLock { $0.isExpired = true } }
    }

    /// Calls the block, and returns when it does. Must be called once. If the time has already expired, the block is
    /// called only with `true`.
    func run() {
        let (block, isExpired) = state.withLock { state in
            state.isRunning = true
            return (state.block, state.isExpired)
        }
        block?(isExpired)
        state.withLock { $0.block = nil }
        if let begun = number.withLock({ $0 }) { work.end(begun) }
    }

    private func expire() {
        let block = state.withLock { state -> (@Sendable (Bool) -> Void)? in
            state.isExpired = true
            return state.isRunning ? state.block : nil
        }
        guard let block else { return }
        // The call must not wait for a thread that a first call occupies.
        HandlerThreads.expirations.run { block(true) }
    }
}
