import Synchronization

/// What this process has asked not to be frozen in: completion handlers and expiring activities.
///
/// Outside of an extension nobody freezes the process, and everything runs for as long as it likes.
package final class ProtectedWork: Sendable {
    /// Of this process.
    package static let shared = ProtectedWork()

    /// What is run.
    package enum Kind: Sendable {
        /// The process is killed if it goes on for too long.
        case completionHandler
        /// The process is frozen if it goes on for too long.
        case activity
    }

    private struct Work {
        let kind: Kind
        /// Tells it that its time is over; nil once it has been told.
        var expire: (@Sendable () -> Void)?
    }

    private struct State {
        var next: UInt64 = 1
        var running: [UInt64: Work] = [:]
        /// Whether the process may be frozen at any moment: nothing is protected any more.
        var isOver = false
        var ended: (@Sendable () -> Void)?
        var handlersEnded: (@Sendable () -> Void)?

        /// What is to be called now that something has ended.
        mutating func news() -> [@Sendable () -> Void] {
            var news: [@Sendable () -> Void] = []
            if let handlersEnded, !running.values.contains(where: { $0.kind == .completionHandler }) {
                news.append(handlersEnded)
                self.handlersEnded = nil
            }
            if let ended, running.isEmpty {
                isOver = true
                news.append(ended)
                self.ended = nil
            }
            return news
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Protects some work until ``end(_:)``.
    ///
    /// - Parameter expire: called at most once, on the thread of whoever says that the time is over.
    /// - Returns: the number of the work; nil when nothing is protected any more.
    func begin(_ kind: Kind, expire: @escaping @Sendable () -> Void) -> UInt64? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            defer { state.next += 1 }
            state.running[state.next] = Work(kind: kind, expire: expire)
            return state.next
        }
    }

    /// The work has ended.
    func end(_ number: UInt64) {
        let news = state.withLock { state in
            state.running[number] = nil
            return state.news()
        }
        for call in news { call() }
    }

    /// The process is about to be frozen.
    ///
    /// - Parameter ended: called once, as soon as nothing is protected; never when a host comes first.
    package func prepareForSuspension(_ ended: @escaping @Sendable () -> Void) {
        let news = state.withLock { state in
            state.ended = ended
            return state.news()
        }
        for call in news { call() }
    }

    /// Tells everything that is protected that its time is over; nothing else is protected from now on.
    ///
    /// - Parameter handlersEnded: called once, as soon as no completion handler is running; never when a host comes first.
    package func expire(_ handlersEnded: @escaping @Sendable () -> Void) {
        let calls = state.withLock { state in
            state.isOver = true
            state.handlersEnded = handlersEnded
            var calls = state.news()
            for (number, work) in state.running {
                if let expire = work.expire { calls.append(expire) }
                state.running[number]?.expire = nil
            }
            return calls
        }
        for call in calls { call() }
    }

    /// A host uses the process again.
    package func resume() {
        state.withLock { state in
            state.isOver = false
            state.ended = nil
            state.handlersEnded = nil
        }
    }
}
