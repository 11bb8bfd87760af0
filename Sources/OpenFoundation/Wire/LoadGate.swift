import AppexSystem
import Synchronization

/// Limits the number of concurrent loads of one session. Further loads wait in a queue.
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

    /// Runs `job`, immediately or when it is its turn. Every job must call ``leave()`` exactly once.
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

    /// Ends a job, and starts the next one.
    func leave() {
        let next = state.withLock { state -> Job? in
            let next = state.waiting.removeFirst()
            if next == nil { state.running -= 1 }
            return next
        }
        next?()
    }
}
