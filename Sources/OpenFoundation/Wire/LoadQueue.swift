import AppexSystem
import AppexWire
import Synchronization

/// Serves the loads of one session: calls the owner's load handlers, and sends the answers.
///
/// A load handler runs on the event loop's thread, which it may block for a millisecond until another thread goes on with
/// the loop, or on a thread of ``HandlerThreads/loads``. A session uses at most ``width`` of these threads at a time, so that one
/// with a thousand loads does not block another session of this process. No load handler is called while answers wait for the
/// other end to read them, which adapts to a slow reader.
/// The work of a handler after it has returned is not counted.
final class LoadQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// A load that waits for its handler to be called.
    private struct Load {
        let request: InboundRequest
        let job: Job
    }

    private struct State {
        var running = 0
        var waiting = Queue<Load>()
        var answers = Queue<Job>()
        /// Whether the waiting answers are being sent.
        var isAnswering = false

        mutating func begin() -> Bool {
            running += 1
            return true
        }
    }

    /// The maximum number of concurrent jobs of one session.
    static let width = HandlerThreads.usualLimit
    /// The maximum number of waiting jobs: as many as the number of unanswered requests that a peer may have. More could
    /// wait only if the peer cancels loads while the handlers of others do not return.
    static let limit = 1024

    private let connection: Connection
    private let state = Mutex(State())

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Calls a load handler as soon as possible, after the caller has returned.
    ///
    /// - Parameter request: the load, which has an answer or is acknowledged when the handler returns or takes long.
    /// - Returns: false if too many jobs are waiting; the handler is not called then.
    func run(_ request: InboundRequest, _ job: @escaping Job) -> Bool {
        let load = Load(request: request, job: job)
        let (isTaken, starts) = state.withLock { state in
            guard state.running == Self.width else { return (true, state.begin()) }
            guard state.waiting.count < Self.limit else { return (false, false) }
            state.waiting.append(load)
            return (true, false)
        }
        if starts { start(load) }
        return isTaken
    }

    /// Sends an answer: immediately on this thread, unless answers are waiting for the other end to read them. Answers
    /// never wait for load handlers, which may return only after the other end has received an answer.
    func answer(_ job: @escaping Job) {
        if connection.isFlowing { return job() }
        let starts = state.withLock { state in
            state.answers.append(job)
            defer { state.isAnswering = true }
            return !state.isAnswering
        }
        if starts { answerNext() }
    }

    /// Sends the waiting answers in order, each when the other end has read enough.
    private func answerNext() {
        connection.whenFlowing {
            HandlerThreads.own.run {
                guard let job = self.nextAnswer() else { return }
                job()
                self.answerNext()
            }
        }
    }

    private func nextAnswer() -> Job? {
        state.withLock { state in
            state.isAnswering = !state.answers.isEmpty
            return state.answers.removeFirst()
        }
    }

    private func start(_ load: Load) {
        connection.whenFlowing { [self] in
            let isLent = connection.lend {
                self.call(load)
                load.request.acknowledge()
            } whenTaken: {
                load.request.acknowledge()
            }
            if isLent { load.request.acknowledgeLater() } else { HandlerThreads.loads.run { self.call(load) } }
        }
    }

    private func call(_ load: Load) {
        load.job()
        // At the end of the queue, behind the jobs of other sessions.
        if let next = next() { start(next) }
    }

    private func next() -> Load? {
        state.withLock { state in
            let next = state.waiting.removeFirst()
            if next == nil { state.running -= 1 }
            return next
        }
    }

    /// Discards all waiting jobs, because the peer has ended.
    func clear() {
        let dropped = state.withLock { state in
            defer { (state.waiting, state.answers) = (Queue(), Queue()) }
            return (state.waiting, state.answers)
        }
        withExtendedLifetime(dropped) {}
    }
}
