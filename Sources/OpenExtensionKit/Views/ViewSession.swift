import AppexProtocol
import AppexSystem
import AppexWire
import OpenViewTree
import Synchronization

/// The view of one request on the host's side: what the extension shows, and what a person does on its way there.
final class ViewSession: Sendable {
    private enum Phase {
        /// The extension has not begun.
        case waiting
        case shown
        /// The extension has been told that the view leaves the screen.
        case leaving
        case ended
    }

    private struct State {
        /// Within their bounds.
        var traits: ViewTraits
        var phase = Phase.waiting
        var showsView = false
        var connection: Connection?
        var mirror = ViewMirror()
        var inputs = ViewInputs()
        var isResponding = true
        var timer: EventLoop.Token?
        var readers: [UInt64: Reader] = [:]
        var nextReader: UInt64 = 1
        /// Whether the first update has come.
        var hasTree = false
        var isPresented = false
        /// Who waits for the begin, and for the end.
        var beginners: [CheckedContinuation<Void, Never>] = []
        var leavers: [@Sendable (Bool) -> Void] = []
        var hang: (@Sendable (ViewHang) -> Void)?
    }

    private struct Reader {
        var unread = UnreadChanges()
        let bell: AsyncStream<Void>.Continuation
    }

    /// After how long an extension that has not worked off an event counts as one that does not respond.
    private static let patience = Duration.seconds(2)
    /// After how long it is given up.
    private static let hangLimit = Duration.seconds(20)
    /// From the begin to the first tree.
    private static let firstTreeLimit = Duration.seconds(10)
    /// How long an extension may take to hear that its view leaves the screen.
    private static let dismissLimit = Duration.seconds(1)
    /// How long a widget may take to look for something new.
    private static let updateLimit = Duration.seconds(30)

    private let state: Mutex<State>

    /// - Parameter traits: what is out of their bounds is brought within them.
    init(_ traits: ViewTraits) {
        state = Mutex(State(traits: traits.bounded))
    }

    /// Calls `body` on the loop's thread when the extension does not do in time what it has to.
    func whenHung(_ body: @escaping @Sendable (ViewHang) -> Void) { state.withLock { $0.hang = body } }
}

/// What the extension does.
extension ViewSession {
    /// The extension has begun. What it says a second time counts for nothing.
    func begin(showsView: Bool, over connection: Connection) {
        let beginners = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.phase == .waiting else { return [] }
            state.phase = .shown
            state.showsView = showsView
            state.connection = connection
            if showsView { arm(&state, after: Self.firstTreeLimit) }
            defer { state.beginners = [] }
            return state.beginners
        }
        for beginner in beginners { beginner.resume() }
    }

    /// Takes what an extension says of its view.
    ///
    /// - Returns: false when it changes nothing: it is not about a view, or the view has left.
    /// - Throws: ``ViewTreeError`` or ``WireError`` with what is wrong.
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

    /// Whether anything of a view counts now.
    ///
    /// - Throws: when the extension has no view.
    private static func takes(_ state: borrowing State) throws(WireError) -> Bool {
        switch state.phase {
        // What it sent before it heard of the end.
        case .leaving, .ended: return false
        case .shown where state.showsView: return true
        case .waiting, .shown: throw .malformed("a message about a view where there is none")
        }
    }

    private func apply(_ update: ViewInterface.Update, _ state: inout State) throws {
        guard state.inputs.handled(through: update.handled) else {
            throw WireError.malformed("an event \(update.handled) that was never sent")
        }
        let applied = try state.mirror.apply(update.operations, unheard: state.inputs.unheard, at: .now)
        state.hasTree = true
        state.isResponding = state.inputs.oldest.map { .now - $0 < Self.patience } ?? true
        sendInputs(&state)
        watch(&state)
        publish(applied, &state)
    }

    private func publish(_ changes: [ViewOperation], _ state: inout State) {
        for number in state.readers.keys {
            state.readers[number]?.unread.add(changes)
            state.readers[number]?.bell.yield()
        }
    }

    /// Looks at the oldest event again when it becomes too old.
    private func watch(_ state: inout State) {
        disarm(&state)
        guard let oldest = state.inputs.oldest else { return }
        let limit = state.isResponding ? Self.patience : Self.hangLimit
        arm(&state, after: limit - (.now - oldest))
    }

    private func arm(_ state: inout State, after delay: Duration) {
        state.timer = try? EventLoop.shared().schedule(at: .now + delay) { [weak self] in self?.look() }
    }

    private func disarm(_ state: inout State) {
        if let timer = state.timer { try? EventLoop.shared().cancel(timer) }
        state.timer = nil
    }

    /// Time is up for something.
    private func look() {
        let (fault, hang) = state.withLock { state -> (ViewHang?, (@Sendable (ViewHang) -> Void)?) in
            guard state.phase == .shown else { return (nil, nil) }
            return (look(&state), state.hang)
        }
        if let fault { hang?(fault) }
    }

    private func look(_ state: inout State) -> ViewHang? {
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

/// What the host does.
extension ViewSession {
    /// Waits until the extension has begun, or the request has ended before.
    func begun() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                if state.phase == .waiting { state.beginners.append(continuation) }
                return state.phase == .waiting
            }
            if !isWaiting { continuation.resume() }
        }
    }

    var traits: ViewTraits { state.withLock { $0.traits } }
    var showsView: Bool { state.withLock { $0.showsView } }
    var tree: ViewTree { state.withLock { $0.mirror.tree } }
    func image(_ id: UInt32) -> ViewImage? { state.withLock { $0.mirror.image(id) } }

    /// - Returns: the event's number; nil when it is not sent.
    func send(_ event: ViewEvent, to node: UInt32) -> UInt32? {
        state.withLock { state in
            guard state.phase == .shown, state.mirror.tree.accepts(event, at: node) else { return nil }
            let number = state.inputs.add(event, of: node)
            if number != nil { state.mirror.note(event, of: node) }
            sendInputs(&state)
            if state.timer == nil { watch(&state) }
            return number
        }
    }

    /// In the lock, so that they leave in their order.
    private func sendInputs(_ state: inout State) {
        // An extension that has gone needs no telling; its request ends by itself.
        for input in state.inputs.due(at: .now) { try? state.connection?.send(input) }
    }

    private func send(_ message: some WireMessage) {
        let connection = state.withLock { $0.phase == .shown && $0.showsView ? $0.connection : nil }
        try? connection?.send(message)
    }

    /// In the lock, so that what the extension hears last is what counts.
    func change(to traits: ViewTraits) {
        let traits = traits.bounded
        state.withLock { state in
            guard state.traits != traits else { return }
            state.traits = traits
            guard state.phase == .shown, state.showsView else { return }
            try? state.connection?.send(ViewInterface.TraitsChanged(traits))
        }
    }

    func present() {
        let isFirst = state.withLock { state in
            guard state.hasTree else { return false }
            defer { state.isPresented = true }
            return !state.isPresented
        }
        if isFirst { send(ViewInterface.Presented()) }
    }

    /// Asks a widget for something new.
    ///
    /// - Throws: ``WireError``.
    func performUpdate() async throws(WireError) -> ViewInterface.PerformUpdate.Reply.Result {
        guard let connection = state.withLock({ $0.phase == .shown && $0.showsView ? $0.connection : nil }) else {
            throw .closed("the view is not shown")
        }
        return try await connection.call(ViewInterface.PerformUpdate(), within: Self.updateLimit).0.result
    }

    /// Takes the view off the screen.
    ///
    /// - Parameter completion: called once, when the extension has been told or could not be: with whether it was.
    func leave(_ completion: @escaping @Sendable (Bool) -> Void) {
        let (connection, isOver) = state.withLock { state -> (Connection?, Bool) in
            switch state.phase {
            case .shown where state.showsView:
                state.phase = .leaving
                state.leavers.append(completion)
                disarm(&state)
                return (state.connection, false)
            case .leaving:
                state.leavers.append(completion)
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

    /// Nothing is shown any more.
    func end(wasTold: Bool = false) {
        let ended = state.withLock { state in
            defer {
                state.phase = .ended
                state.connection = nil
                state.beginners = []
                state.leavers = []
                state.readers = [:]
            }
            disarm(&state)
            return (state.beginners, state.leavers, state.readers.values.map(\.bell))
        }
        for beginner in ended.0 { beginner.resume() }
        for bell in ended.2 { bell.finish() }
        for leaver in ended.1 { leaver(wasTold) }
    }
}

/// Whoever draws.
extension ViewSession {
    /// - Parameter bell: rung when there is something to read.
    /// - Returns: the reader's number.
    func addReader(_ bell: AsyncStream<Void>.Continuation) -> UInt64 {
        let number = state.withLock { state -> UInt64? in
            guard state.phase != .ended else { return nil }
            defer { state.nextReader += 1 }
            state.readers[state.nextReader] = Reader(bell: bell)
            return state.nextReader
        }
        if number == nil { bell.finish() }
        return number ?? 0
    }

    func removeReader(_ number: UInt64) {
        _ = state.withLock { $0.readers.removeValue(forKey: number) }
    }

    /// What a reader has not read; nil when there is nothing.
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

/// What an extension did not do in time.
enum ViewHang: Error, CustomStringConvertible {
    case showedNothing(within: Duration)
    case didNotRespond(for: Duration)

    /// As the end of a sentence.
    var description: String {
        switch self {
        case .showedNothing(let limit): "showed nothing within \(limit)"
        case .didNotRespond(let limit): "did not respond to a person for \(limit)"
        }
    }
}
