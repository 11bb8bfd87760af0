import Synchronization

/// What has arrived, in order; waiting for more is waiting for an event and not for a time.
final class Inbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiting: [CheckedContinuation<Element?, Never>] = []
        var finished = false
    }

    private let state = Mutex(State())

    /// Whether nothing has arrived that was not taken.
    var isEmpty: Bool { state.withLock { $0.elements.isEmpty } }

    func put(_ element: Element) {
        let waiting = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.elements.append(element)
            return nil
        }
        waiting?.resume(returning: element)
    }

    /// Nothing more comes.
    func finish() {
        let waiting = state.withLock { state in
            state.finished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    /// The next one; nil when nothing more comes, or when the task is cancelled, as by a time limit.
    func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Element?? in
                    if !state.elements.isEmpty { return .some(state.elements.removeFirst()) }
                    if state.finished || Task.isCancelled { return .some(nil) }
                    state.waiting.append(continuation)
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume(returning: nil) }
        }
    }

    /// How many wait to be taken.
    var count: Int { state.withLock { $0.elements.count } }
}
