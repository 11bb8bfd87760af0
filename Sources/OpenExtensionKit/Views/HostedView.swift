import AppexProtocol
import AppexSystem
import AppexWire
import OpenViewTree
import Synchronization

/// The view of one request on the host's side: the extension's tree and the user's events.
final class HostedView: Sendable {
    private enum Phase {
        /// The extension has not begun the request.
        case waiting
        case shown
        /// The extension is being told that the view leaves the screen.
        case leaving
        case ended
    }

    private struct State {
        /// The traits, clamped to their bounds.
        var traits: ViewTraits
        var phase = Phase.waiting
        var showsView = false
        var connection: Connection?
        var mirror = ViewMirror()
        var inputs = ViewInputs()
        var isResponding = true
        /// Whether the user's events are sent.
        var acceptsEvents = true
        var timer: EventLoop.Token?
        var readers: [UInt64: Reader] = [:]
        var nextReader: UInt64 = 1
        /// Whether the first update has arrived.
        var hasTree = false
        var isPresented = false
        /// When the user last acted in the view; nil if a URL has been opened since.
        var activation: ContinuousClock.Instant?
        /// The callers that wait for the extension to begin.
        var beginWaiters: [CheckedContinuation<Void, Never>] = []
        /// The handlers to call when the view has left the screen.
        var leaveHandlers: [@Sendable (Bool) -> Void] = []
        var hangHandler: (@Sendable (ViewHang) -> Void)?
    }

    private struct Reader {
        var unread = UnreadChanges()
        let signal: AsyncStream<Void>.Continuation
    }

    /// The age of an unacknowledged event from which on the extension counts as not responding.
    private static let patience = Duration.seconds(2)
    /// The age of an unacknowledged event at which the extension is ended.
    private static let hangLimit = Duration.seconds(20)
    /// The maximum time from the beginning of the request to the first tree.
    private static let firstTreeLimit = Duration.seconds(10)
    /// The maximum time for an extension to acknowledge that its view leaves the screen.
    private static let dismissLimit = Duration.seconds(1)
    /// The maximum time for a widget to update its content.
    private static let updateLimit = Duration.seconds(30)

    private let state: Mutex<State>

    /// - Parameter traits: the initial traits. Values out of bounds are clamped.
    init(_ traits: ViewTraits) {
        state = Mutex(State(traits: traits.bounded))
    }

    /// Sets the handler that is called, on the loop's thread, when the extension misses a deadline.
    func onHang(_ body: @escaping @Sendable (ViewHang) -> Void) { state.withLock { $0.hangHandler = body } }
}

/// Messages from the extension.
extension HostedView {
    /// Notes that the extension has begun the request. Only the first call has an effect.
    func begin(showsView: Bool, over connection: Connection) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.phase == .waiting else { return [] }
            state.phase = .shown
            state.showsView = showsView
            state.connection = connection
            if showsView { arm(&state, after: Self.firstTreeLimit) }
            defer { state.beginWaiters = [] }
            return state.beginWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Processes a message about the view.
    ///
    /// - Returns: false if it has no effect: it is not about a view, or the view has left the screen.
    /// - Throws: ``ViewTreeError`` or ``WireError`` if the message is invalid.
    func receive(_ code: UInt16, _ body: [UInt8]) throws -> Bool {
        switch code {
        case ViewInterface.Update.code:
            try state.withLock { state in
                guard try Self.takes(state) else { return false }
                try apply(ViewInterface.Update(wireBytes: body), &state)
                return true
            }
        case ViewInterface.Image.code:
            try state.withLock { state in
                guard try Self.takes(state) else { return false }
                try state.mirror.add(ViewInterface.Image(wireBytes: body), at: .now)
                return true
            }
        case ViewInterface.ReleaseImages.code:
            try state.withLock { state in
                guard try Self.takes(state) else { return false }
                try state.mirror.release(ViewInterface.ReleaseImages(wireBytes: body).ids, at: .now)
                return true
            }
        default: false
        }
    }

    /// Whether messages about the view have an effect now.
    ///
    /// - Throws: `WireError.malformed` if the extension has no view.
    private static func takes(_ state: borrowing State) throws(WireError) -> Bool {
        switch state.phase {
        // The extension may have sent the message before it learned of the end.
        case .leaving, .ended: return false
        case .shown where state.showsView: return true
        case .waiting, .shown: throw .malformed("a message about a view where there is none")
        }
    }

    private func apply(_ update: ViewInterface.Update, _ state: inout State) throws {
        guard state.inputs.handled(through: update.handled) else {
            throw WireError.malformed("an event \(update.handled) that was never sent")
        }
        let applied = try state.mirror.apply(update.operations, unacknowledged: state.inputs.unacknowledged, at: .now)
        state.hasTree = true
        state.isResponding = state.inputs.oldest.map { .now - $0 < Self.patience } ?? true
        sendInputs(&state)
        watch(&state)
        publish(applied, &state)
    }

    private func publish(_ changes: [ViewOperation], _ state: inout State) {
        for number in state.readers.keys {
            state.readers[number]?.unread.add(changes)
            state.readers[number]?.signal.yield()
        }
    }

    /// Starts the timer for the age of the oldest unacknowledged event.
    private func watch(_ state: inout State) {
        disarm(&state)
        guard let oldest = state.inputs.oldest else { return }
        let limit = state.isResponding ? Self.patience : Self.hangLimit
        arm(&state, after: limit - (.now - oldest))
    }

    private func arm(_ state: inout State, after delay: Duration) {
        state.timer = try? EventLoop.shared().schedule(at: .now + delay) { [weak self] in self?.checkDeadlines() }
    }

    private func disarm(_ state: inout State) {
        if let timer = state.timer { try? EventLoop.shared().cancel(timer) }
        state.timer = nil
    }

    /// Handles the end of the timer.
    private func checkDeadlines() {
        let (fault, hang) = state.withLock { state -> (ViewHang?, (@Sendable (ViewHang) -> Void)?) in
            guard state.phase == .shown else { return (nil, nil) }
            return (checkDeadlines(&state), state.hangHandler)
        }
        if let fault { hang?(fault) }
    }

    private func checkDeadlines(_ state: inout State) -> ViewHang? {
        guard state.hasTree else { return .showedNothing(within: Self.firstTreeLimit) }
        guard let oldest = state.inputs.oldest else { return nil }
        let age = ContinuousClock.now - oldest
        guard age < Self.hangLimit else { return .didNotRespond(for: Self.hangLimit) }
        if state.isResponding, age >= Self.patience {
            state.isResponding = false
            publish([], &state)
        }
        watch(&state)
        return nil
    }
}

/// Actions of the host and the user.
extension HostedView {
    /// Waits until the extension has begun the request or the request has ended.
    func waitUntilBegun() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                if state.phase == .waiting { state.beginWaiters.append(continuation) }
                return state.phase == .waiting
            }
            if !isWaiting { continuation.resume() }
        }
    }

    var traits: ViewTraits { state.withLock { $0.traits } }
    var showsView: Bool { state.withLock { $0.showsView } }
    var tree: ViewTree { state.withLock { $0.mirror.tree } }
    func image(_ id: UInt32) -> ViewImage? { state.withLock { $0.mirror.image(id) } }

    /// Sends a user's event; see ``ExtensionView/send(_:to:)``.
    ///
    /// - Returns: the event's number; nil if it was not sent.
    func send(_ event: ViewEvent, to node: UInt32) -> UInt32? {
        state.withLock { state in
            guard state.phase == .shown, state.acceptsEvents, state.mirror.tree.accepts(event, at: node) else {
                return nil
            }
            let number = state.inputs.add(event, of: node)
            if number != nil {
                state.mirror.note(event, of: node)
                if event.isActionOfUser { state.activation = .now }
            }
            sendInputs(&state)
            if state.timer == nil { watch(&state) }
            return number
        }
    }

    func acceptsEvents(_ accepts: Bool) { state.withLock { $0.acceptsEvents = accepts } }

    /// Whether the user has pressed or typed something in the view within ``URLOpener/activationLimit``, and nothing has been
    /// opened for it since.
    func takeActivation() -> Bool {
        state.withLock { state in
            defer { state.activation = nil }
            return state.activation.map { .now - $0 <= URLOpener.activationLimit } ?? false
        }
    }

    /// Sends the events that can be sent now. Called within the lock, which keeps them in order.
    private func sendInputs(_ state: inout State) {
        // If the extension has ended, its request ends by itself.
        for input in state.inputs.due(at: .now) { try? state.connection?.send(input) }
    }

    private func send(_ message: some WireMessage) {
        let connection = state.withLock { $0.phase == .shown && $0.showsView ? $0.connection : nil }
        try? connection?.send(message)
    }

    /// Changes the traits and tells the extension. It sends within the lock, so that the last message is the current
    /// value.
    func change(to traits: ViewTraits) {
        let traits = traits.bounded
        state.withLock { state in
            guard state.traits != traits else { return }
            state.traits = traits
            guard state.phase == .shown, state.showsView else { return }
            try? state.connection?.send(ViewInterface.TraitsChanged(traits))
        }
    }

    /// Tells the extension that its first tree has been drawn. Only the first call has an effect.
    func present() {
        let isFirst = state.withLock { state in
            guard state.hasTree else { return false }
            defer { state.isPresented = true }
            return !state.isPresented
        }
        if isFirst { send(ViewInterface.Presented()) }
    }

    /// Asks a widget to update its content.
    ///
    /// - Throws: ``WireError``: `closed` if the view is not shown, `timedOut` after 30 seconds, `cancelled`.
    func performUpdate() async throws(WireError) -> ViewInterface.PerformUpdate.Reply.Result {
        guard let connection = state.withLock({ $0.phase == .shown && $0.showsView ? $0.connection : nil }) else {
            throw .closed("the view is not shown")
        }
        return try await connection.call(ViewInterface.PerformUpdate(), within: Self.updateLimit).0.result
    }

    /// Takes the view off the screen.
    ///
    /// - Parameter completion: called once, after the extension has acknowledged it or failed to, with whether it has.
    func leave(_ completion: @escaping @Sendable (Bool) -> Void) {
        let (connection, isOver) = state.withLock { state -> (Connection?, Bool) in
            switch state.phase {
            case .shown where state.showsView:
                state.phase = .leaving
                state.leaveHandlers.append(completion)
                disarm(&state)
                return (state.connection, false)
            case .leaving:
                state.leaveHandlers.append(completion)
                return (nil, false)
            case .waiting, .shown, .ended: return (nil, true)
            }
        }
        if isOver {
            end()
            completion(false)
        }
        connection?.begin(ViewInterface.Dismiss(), within: Self.dismissLimit) { [weak self] result in
            self?.end(wasTold: (try? result.get()) != nil)
        }
    }

    /// Ends the view: resumes all waiting callers and ends the streams of all readers.
    func end(wasTold: Bool = false) {
        let ended = state.withLock { state in
            defer {
                state.phase = .ended
                state.connection = nil
                state.beginWaiters = []
                state.leaveHandlers = []
                state.readers = [:]
            }
            disarm(&state)
            return (state.beginWaiters, state.leaveHandlers, state.readers.values.map(\.signal))
        }
        for waiter in ended.0 { waiter.resume() }
        for signal in ended.2 { signal.finish() }
        for handler in ended.1 { handler(wasTold) }
    }
}

/// Readers of the updates.
extension HostedView {
    /// Adds a reader.
    ///
    /// - Parameter signal: yields when there is something to read, and finishes when the view has ended.
    /// - Returns: the reader's number; 0 if the view has ended.
    func addReader(_ signal: AsyncStream<Void>.Continuation) -> UInt64 {
        let number = state.withLock { state -> UInt64? in
            guard state.phase != .ended else { return nil }
            defer { state.nextReader += 1 }
            state.readers[state.nextReader] = Reader(signal: signal)
            return state.nextReader
        }
        if number == nil { signal.finish() }
        return number ?? 0
    }

    func removeReader(_ number: UInt64) {
        _ = state.withLock { $0.readers.removeValue(forKey: number) }
    }

    /// Takes the changes that a reader has not read yet, as one update; nil if there are none.
    func take(_ number: UInt64) -> ViewUpdate? {
        state.withLock { state in
            guard let unread = state.readers[number]?.unread, !unread.isEmpty, state.hasTree else { return nil }
            state.readers[number]?.unread.clear()
            let tree = state.mirror.tree
            return ViewUpdate(
                isWhole: unread.isWhole, operations: unread.isWhole ? tree.operations : unread.operations, tree: tree,
                handled: state.inputs.handled, isResponding: state.isResponding)
        }
    }
}

/// The deadline that an extension has missed.
enum ViewHang: Error, CustomStringConvertible {
    case showedNothing(within: Duration)
    case didNotRespond(for: Duration)

    /// The failure, as the end of a sentence that begins with the name of the extension.
    var description: String {
        switch self {
        case .showedNothing(let limit): "showed nothing within \(limit.inRoundedSeconds)"
        case .didNotRespond(let limit): "did not respond to a person for \(limit.inRoundedSeconds)"
        }
    }
}
