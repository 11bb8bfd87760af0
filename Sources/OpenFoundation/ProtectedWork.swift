import Synchronization

/// The work during which this process must not be frozen: completion handlers and expiring activities.
///
/// Only the processes of extensions are frozen; in other processes the work is never interrupted. May be used from any
/// thread.
package final class ProtectedWork: Sendable {
    /// The work of this process.
    package static let shared = ProtectedWork()

    /// The kind of work.
    package enum Kind: Sendable {
        /// If it takes too long, the process is killed.
        case completionHandler
        /// If it takes too long, the process is frozen.
        case activity
    }

    private struct Work {
        let kind: Kind
        /// Notifies the work that its time has expired; nil once it has been notified.
        var expire: (@Sendable () -> Void)?
    }

    private struct State {
        var next: UInt64 = 1
        var running: [UInt64: Work] = [:]
        /// Whether the process may be frozen at any moment, so that no work can be protected.
        var isOver = false
        var ended: (@Sendable () -> Void)?
        var handlersEnded: (@Sendable () -> Void)?

        /// Takes the callbacks whose condition is met.
        mutating func takeDueCallbacks() -> [@Sendable () -> Void] {
            var due: [@Sendable () -> Void] = []
            if let handlersEnded, !running.values.contains(where: { $0.kind == .completionHandler }) {
                due.append(handlersEnded)
                self.handlersEnded = nil
            }
            if let ended, running.isEmpty {
                isOver = true
                due.append(ended)
                self.ended = nil
            }
            return due
        }
    }

    private let state = Mutex(State())

    /// Creates an empty list of work. Only tests use a list other than ``shared``.
    package init() {}

    /// Protects some work until ``end(_:)`` is called.
    ///
    /// - Parameter expire: called at most once, on the thread that calls ``expire(_:)``.
    /// - Returns: the number of the work; nil if the process may already be frozen at any moment.
    func begin(_ kind: Kind, expire: @escaping @Sendable () -> Void) -> UInt64? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            defer { state.next += 1 }
            state.running[state.next] = Work(kind: kind, expire: expire)
            return state.next
        }
    }

    /// Ends the protection of some work.
    func end(_ number: UInt64) {
        let due = state.withLock { state in
            state.running[number] = nil
            return state.takeDueCallbacks()
        }
        for call in due { call() }
    }

    /// Prepares the process to be frozen.
    ///
    /// - Parameter ended: called once, when all work has ended, unless ``resume()`` is called before.
    package func prepareForSuspension(_ ended: @escaping @Sendable () -> Void) {
        let due = state.withLock { state in
            state.ended = ended
            return state.takeDueCallbacks()
        }
        for call in due { call() }
    }

    /// Notifies all work that its time has expired. From now on no further work is protected.
    ///
    /// - Parameter handlersEnded: called once, when no completion handler is running, unless ``resume()`` is called before.
    package func expire(_ handlersEnded: @escaping @Sendable () -> Void) {
        let calls = state.withLock { state in
            state.isOver = true
            state.handlersEnded = handlersEnded
            var calls = state.takeDueCallbacks()
            for (number, work) in state.running {
                if let expire = work.expire { calls.append(expire) }
                state.running[number]?.expire = nil
            }
            return calls
        }
        for call in calls { call() }
    }

    /// Notes that a host uses the process again.
    package func resume() {
        state.withLock { state in
            state.isOver = false
            state.ended = nil
            state.handlersEnded = nil
        }
    }
}
