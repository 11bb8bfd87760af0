package import Foundation
import Synchronization

/// The bounded queue of messages to a page.
package final class Outlet: Sendable {
    private struct State {
        var messages: [Data] = []
        /// The number of messages that were taken from the front.
        var taken = 0
        var bytes = 0
        var isClosed = false
        var waiter: CheckedContinuation<Data?, Never>?
    }

    private let state = Mutex(State())

    private let limit: Int

    /// Creates an open queue without messages.
    ///
    /// - Parameter limit: the maximum size of the messages that wait, in bytes. Beyond it, the queue is closed.
    package init(limit: Int = PageLimits.outgoingBytes) { self.limit = limit }

    /// Sends a message. If too much is waiting, the connection is closed; a page that connects again receives whole trees.
    package func send(_ message: Data) {
        let waiter = state.withLock { state -> CheckedContinuation<Data?, Never>? in
            guard !state.isClosed else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.messages.append(message)
            state.bytes += message.count
            if state.bytes > limit { state = State(isClosed: true) }
            return nil
        }
        waiter?.resume(returning: message)
    }

    /// Waits for the next message; nil if there are no further ones. Must not be called concurrently.
    package func next() async -> Data? {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state -> Data?? in
                if state.taken < state.messages.count {
                    let message = state.messages[state.taken]
                    state.messages[state.taken] = Data()
                    state.taken += 1
                    // Removing them one by one would move all others each time.
                    if state.taken * 2 > state.messages.count {
                        state.messages.removeFirst(state.taken)
                        state.taken = 0
                    }
                    state.bytes -= message.count
                    return message
                }
                if state.isClosed { return .some(nil) }
                state.waiter = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Ends the connection after the waiting messages have been sent.
    package func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}
