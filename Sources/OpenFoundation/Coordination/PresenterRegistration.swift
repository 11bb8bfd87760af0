import AppexProtocol
import Foundation
import Synchronization

/// A presenter of this process, with the messages that wait for its queue.
final class PresenterRegistration: Sendable {
    /// A message for the presenter.
    private enum Message {
        case notice(CoordinationInterface.Notice, FileChangeOrigin?)
        /// A function to call. The number is that by which it can be withdrawn.
        case call(UInt64, @Sendable (any NSFilePresenter) -> Void)
    }

    private struct State {
        var messages: [Message] = []
        /// Whether the queue has an operation that takes the messages.
        var isScheduled = false
        var hasEnded = false
        var lastCall: UInt64 = 0
        /// The path that the broker was told; nil for none.
        var path: String?
        /// Looks for changes by programs that use no coordinator; nil unless the presenter is told of them.
        var watch: UncoordinatedWatch?
    }

    /// The number by which the broker names the presenter.
    let number: UInt64
    let purpose: String
    nonisolated(unsafe) let presenter: any NSFilePresenter  // its messages run on its queue, its properties anywhere
    /// The queue of the messages, as it was when the presenter was added.
    let queue: OperationQueue
    /// The time that the presenter has to prepare, in milliseconds.
    let limit: UInt32
    private let state = Mutex(State())

    /// Messages that wait. If there are more, changes are combined into one.
    private static let waitingLimit = 1024

    init(_ presenter: any NSFilePresenter, number: UInt64, purpose: String) {
        self.presenter = presenter
        self.number = number
        self.purpose = purpose
        queue = presenter.presentedItemOperationQueue
        let seconds = presenter.presentedItemPreparationLimit
        limit = seconds > 0 ? UInt32(min(seconds, 30) * 1000) : 0
        guard presenter.observesUncoordinatedChanges else { return }
        let watch = UncoordinatedWatch { [weak self] in
            self?.post(.notice(.init(presenter: number, kind: .changed), nil))
        }
        state.withLock { $0.watch = watch }
    }

    /// The message that tells the broker what the presenter presents now; nil if the broker has been told.
    ///
    /// - Parameter always: whether it is told again.
    func presentation(always: Bool = false) -> CoordinationInterface.Present? {
        let path = presenter.presentedItemURL.flatMap { try? ItemLocation($0).path }
        let (isNew, isMoving) = state.withLock { state in
            // Its URL is not yet that to which the item has been moved.
            let isMoving = state.messages.contains {
                if case .notice(let notice, _) = $0 { notice.kind == .moved } else { false }
            }
            guard !isMoving else { return (false, true) }
            defer { state.path = path }
            return (state.path != path, false)
        }
        if isNew { watch?.follow(path) }
        guard !isMoving, always || isNew else { return nil }
        return lastPresentation
    }

    /// The message with the path of which the broker was told last.
    var lastPresentation: CoordinationInterface.Present {
        CoordinationInterface.Present(presenter: number, purpose: purpose, path: path, limit: limit)
    }

    /// The path of which the broker was told last; nil for none.
    var path: String? { state.withLock { $0.path } }

    /// The broker could not be told, so it has to be told again.
    func forgetPath() { state.withLock { $0.path = nil } }

    /// No message is delivered from now on, although one may still be running.
    func end() {
        watch?.follow(nil)
        state.withLock { state in
            state.hasEnded = true
            state.messages = []
        }
    }

    /// Looks for uncoordinated changes; nil if the presenter is not told of them.
    var watch: UncoordinatedWatch? { state.withLock { $0.watch } }

    /// Tells the presenter of a change.
    func notify(_ notice: CoordinationInterface.Notice, _ origin: FileChangeOrigin?) {
        if notice.kind == .moved {
            state.withLock { $0.path = notice.path }
            watch?.follow(notice.path)
        }
        watch?.noteTold()
        post(.notice(notice, origin))
    }

    /// Tells the presenter that its item may have been changed by somebody.
    func notifyOfUnknownChange() { post(.notice(.init(presenter: number, kind: .changed), nil)) }

    /// Calls a function with the presenter on its queue.
    ///
    /// - Returns: the number by which the call can be withdrawn; nil if the presenter has been removed, and the function is
    ///   not called.
    @discardableResult
    func call(_ body: @escaping @Sendable (any NSFilePresenter) -> Void) -> UInt64? {
        let number = state.withLock { state in
            state.lastCall += 1
            return state.lastCall
        }
        return post(.call(number, body)) ? number : nil
    }

    /// Withdraws a call that has not begun.
    func withdraw(call number: UInt64) {
        state.withLock { state in
            state.messages.removeAll { if case .call(number, _) = $0 { true } else { false } }
        }
    }

    @discardableResult
    private func post(_ message: Message) -> Bool {
        let (isTaken, schedules) = state.withLock { state -> (Bool, Bool) in
            guard !state.hasEnded else { return (false, false) }
            if Self.add(message, to: &state.messages) { return (true, false) }
            if case .notice = message, state.messages.count > Self.waitingLimit {
                Self.combine(&state.messages, number, state.path)
            }
            defer { state.isScheduled = true }
            return (true, !state.isScheduled)
        }
        if schedules { queue.addOperation { self.deliver() } }
        return isTaken
    }

    /// Adds a message to those that wait.
    ///
    /// - Returns: whether it was combined with the last of them, which says the same.
    private static func add(_ message: Message, to messages: inout [Message]) -> Bool {
        if case .notice(let notice, let origin) = message, case .notice(let waiting, let other)? = messages.last,
            waiting == notice, notice.kind == .changed || notice.kind == .subitemChanged
        {
            // Of several origins none is told.
            if origin != other { messages[messages.count - 1] = .notice(notice, nil) }
            return true
        }
        messages.append(message)
        return false
    }

    /// Combines the changes that wait into few. Moves of the item are kept, because its URL has to follow them.
    private static func combine(_ messages: inout [Message], _ number: UInt64, _ path: String?) {
        var kinds: Set<CoordinationInterface.Notice.Kind> = []
        var move: Message?
        let first = messages.firstIndex { if case .notice = $0 { true } else { false } } ?? 0
        messages.removeAll { message in
            guard case .notice(let notice, _) = message else { return false }
            kinds.insert(notice.kind)
            if notice.kind == .moved { move = message }
            return true
        }
        var combined: [Message] = []
        if let move { combined.append(move) }
        if kinds.contains(.changed) { combined.append(.notice(.init(presenter: number, kind: .changed), nil)) }
        if !kinds.isDisjoint(with: [.subitemChanged, .subitemAppeared, .subitemMoved]) {
            combined.append(.notice(.init(presenter: number, kind: .subitemChanged, path: path ?? "/"), nil))
        }
        messages.insert(contentsOf: combined, at: first)
    }

    /// Delivers the messages that wait, one after the other, also if the queue runs several operations at a time.
    private func deliver() {
        while let message = next() {
            switch message {
            case .call(_, let body): body(presenter)
            case .notice(let notice, let origin):
                FileChangeOrigin.$current.withValue(origin) { Self.deliver(notice, to: presenter) }
            }
        }
    }

    private func next() -> Message? {
        state.withLock { state in
            guard !state.messages.isEmpty else {
                state.isScheduled = false
                return nil
            }
            return state.messages.removeFirst()
        }
    }

    private static func deliver(_ notice: CoordinationInterface.Notice, to presenter: any NSFilePresenter) {
        let url = URL(fileURLWithPath: notice.path)
        switch notice.kind {
        case .changed: presenter.presentedItemDidChange()
        case .moved: presenter.presentedItemDidMove(to: url)
        case .subitemChanged: presenter.presentedSubitemDidChange(at: url)
        case .subitemAppeared: presenter.presentedSubitemDidAppear(at: url)
        case .subitemMoved: presenter.presentedSubitem(at: url, didMoveTo: URL(fileURLWithPath: notice.newPath))
        }
    }
}
