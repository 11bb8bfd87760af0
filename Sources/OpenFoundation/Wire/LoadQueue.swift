import AppexSystem
import AppexWire
import Dispatch
import Synchronization

/// The work for the loads of one session: calling the owner's load handlers, and answering.
///
/// A session takes a few threads at a time, so one that asks for a thousand attachments delays the others of this
/// process by no more than that. Nothing is begun while answers wait for the other side to read them: a reader that
/// is slow gets what it asked for, slowly. What a handler does after it has returned does not count.
final class LoadQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting = Queue<Job>()
        var answers = Queue<Job>()
        /// Whether somebody gives the answers that wait.
        var isAnswering = false

        mutating func begin() -> Bool {
            running += 1
            return true
        }
    }

    /// How many jobs of one session run at a time. An eighth of the threads that Dispatch starts when all are
    /// blocked, so that it takes eight sessions to block them.
    static let width = 8
    /// How many handlers may wait. As many as a peer may have unanswered: more wait only if it takes loads back while
    /// the handlers of others do not return.
    static let limit = 1024

    private let connection: Connection
    private let state = Mutex(State())

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Calls a load handler soon, on another thread.
    ///
    /// - Returns: false when too many wait already; it is not called then.
    func run(_ job: @escaping Job) -> Bool {
        let (isTaken, starts) = state.withLock { state in
            guard state.running == Self.width else { return (true, state.begin()) }
            guard state.waiting.count < Self.limit else { return (false, false) }
            state.waiting.append(job)
            return (true, false)
        }
        if starts { start(job) }
        return isTaken
    }

    /// Answers a load: at once, on this thread, unless answers wait for the other side to read them. They never wait
    /// for load handlers, which may return late, or only after the other side has what it waits for.
    func answer(_ job: @escaping Job) {
        if connection.isFlowing { return job() }
        let starts = state.withLock { state in
            state.answers.append(job)
            defer { state.isAnswering = true }
            return !state.isAnswering
        }
        if starts { answerNext() }
    }

    /// Gives the answers that wait one after the other, each when the one before has found room.
    private func answerNext() {
        connection.whenFlowing {
            DispatchQueue.global().async {
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

    private func start(_ job: @escaping Job) {
        connection.whenFlowing {
            DispatchQueue.global().async {
                job()
                // To the end of Dispatch's own queue, behind what other sessions have put there meanwhile.
                if let next = self.next() { self.start(next) }
            }
        }
    }

    private func next() -> Job? {
        state.withLock { state in
            let next = state.waiting.removeFirst()
            if next == nil { state.running -= 1 }
            return next
        }
    }

    /// Drops what waits: the peer has gone.
    func clear() {
        let dropped = state.withLock { state in
            defer { (state.waiting, state.answers) = (Queue(), Queue()) }
            return (state.waiting, state.answers)
        }
        withExtendedLifetime(dropped) {}
    }
}
