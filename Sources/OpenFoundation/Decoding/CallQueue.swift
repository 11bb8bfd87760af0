import Dispatch
import Synchronization

/// Lets one blocking call at a time through, in the order in which they come.
///
/// Unlike a semaphore it lets a waiting caller be cancelled.
final class CallQueue: Sendable {
    /// How a wait has ended.
    enum Admission: Sendable {
        case admitted, timedOut, cancelled
    }

    /// A caller that waits.
    private final class Ticket: Sendable {
        let wake = DispatchSemaphore(value: 0)
        /// Set while the queue's lock is held.
        let admission = Mutex<Admission?>(nil)
    }

    private struct State {
        var isBusy = false
        var waiting: [Ticket] = []
    }

    private let state = Mutex(State())

    /// Waits for the caller's turn. Blocks.
    ///
    /// - Parameter limit: how long to wait at most.
    /// - Returns: only after ``Admission/admitted`` is the turn the caller's, who ends it by ``leave()``.
    func enter(within limit: Duration, _ cancellation: DecoderCancellation?) -> Admission {
        if cancellation?.isCancelled == true { return .cancelled }
        let ticket = Ticket()
        let isFree = state.withLock { state in
            if state.isBusy { state.waiting.append(ticket) }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFree { return .admitted }
        cancellation?.onCancel { self.end(ticket, .cancelled) }
        defer { cancellation?.onCancel(nil) }
        let nanoseconds = Int(clamping: Int64(limit / .nanoseconds(1)))
        if ticket.wake.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut { end(ticket, .timedOut) }
        return ticket.admission.withLock { $0 } ?? .timedOut
    }

    /// Ends the caller's turn and begins that of the next one.
    func leave() {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return
            }
            Self.wake(state.waiting.removeFirst(), .admitted)
        }
    }

    /// Ends a wait, unless it has ended meanwhile.
    private func end(_ ticket: Ticket, _ admission: Admission) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === ticket }) else { return }
            state.waiting.remove(at: index)
            Self.wake(ticket, admission)
        }
    }

    private static func wake(_ ticket: Ticket, _ admission: Admission) {
        ticket.admission.withLock { $0 = admission }
        ticket.wake.signal()
    }
}
