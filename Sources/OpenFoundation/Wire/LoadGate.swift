import Synchronization

/// Lets so many loads of one session be under way at a time; the others wait for their turn, in order.
///
/// Each may bring a descriptor, of which a sandboxed process may have 256; and the owner works on no more at a time
/// than it would of any peer.
final class LoadGate: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting: [Job?] = []
        /// The first places of `waiting` are empty, so that taking one moves nothing.
        var head = 0
    }

    static let width = 64

    private let state = Mutex(State())

    /// Runs `job`, now or when it is its turn. Whoever has entered leaves, once.
    func enter(_ job: @escaping Job) {
        let isFree = state.withLock { state in
            guard state.running == Self.width else {
                state.running += 1
                return true
            }
            state.waiting.append(job)
            return false
        }
        if isFree { job() }
    }

    /// Makes room for the next.
    func leave() {
        let next = state.withLock { state -> Job? in
            guard state.head < state.waiting.count else {
                state.waiting = []
                state.head = 0
                state.running -= 1
                return nil
            }
            defer { state.head += 1 }
            return state.waiting[state.head].take()
        }
        next?()
    }
}
