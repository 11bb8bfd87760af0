import Synchronization

/// Cancels calls of a decoder, which block, from another thread.
///
/// A decoder finds the cancellation of the call that it is in by ``current``, so none of its functions has a parameter
/// for it. ``ProcessDecoder/call(_:)`` connects it with the cancellation of a task.
package final class DecoderCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// Ends the wait that is under way.
        var onCancel: (@Sendable () -> Void)?
    }

    /// What cancels the calls that the current thread or task makes; nil when nothing does.
    @TaskLocal package static var current: DecoderCancellation?

    private let state = Mutex(State())

    /// Makes a cancellation that nothing has cancelled yet.
    package init() {}

    /// Whether ``cancel()`` has been called.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the call that is under way, if there is one, and makes all later ones fail at once. Can be called from any
    /// thread, more than once.
    package func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            return state.onCancel.take()
        }
        action?()
    }

    /// Has `action` called when the calls are cancelled: once, on the cancelling thread, or at once when they have been
    /// cancelled already. It replaces the previous action.
    ///
    /// - Parameter action: nil when there is nothing to end any more.
    package func onCancel(_ action: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.onCancel = action }
            return state.isCancelled
        }
        if isCancelled { action?() }
    }
}
