import AppexSystem
import Synchronization

/// Lets so many loads of one session be under way at a time; the others wait for their turn, in order.
final class LoadGate: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting = Queue<Job>()
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) {
        self.width = width
    }

    /// Runs `job`, now or when it is its turn. Whoever has entered leaves, once.
    func enter(_ job: @escaping Job) {
        let isFree = state.withLock { state in
            guard state.running == width else {
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
            let next = state.waiting.removeFirst()
            if next == nil { state.running -= 1 }
            return next
        }
        next?()
    }
}
