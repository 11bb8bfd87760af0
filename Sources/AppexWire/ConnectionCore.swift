import AppexSystem
import Synchronization

/// What a connection is made of. Kept alive by the transport until the end, so that no message has to
/// go through a weak reference, which makes every use of an object more expensive.
final class ConnectionCore: Sendable {
    struct Call {
        let completion: Connection.Completion
        let deadline: LoopTime
        let limit: Duration
        /// nil once the peer has said that the request arrived.
        var acknowledgement: LoopTime?

        var next: LoopTime { acknowledgement.map { min($0, deadline) } ?? deadline }
    }

    /// A function in a box of its own: a bare one would be wrapped anew whenever it passes through
    /// generic code, such as that of a lock.
    struct Handler: Sendable {
        let call: @Sendable (Connection.Inbound) -> Void
    }

    /// A request of the peer that has not been answered.
    struct Admitted {
        let bytes: Int
        let descriptors: Int
        /// Once it is taken back.
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    struct State {
        var nextRequest: UInt64 = 1
        /// The time limit of the last call, as it was given and as it is used.
        var lastLimit = (duration: Duration.zero, interval: LoopInterval(.zero))
        var calls = NumberTable<Call>()
        var inbound = NumberTable<Admitted>()
        /// The sums of those.
        var inboundBytes = 0
        var inboundDescriptors = 0
        /// Frames that may still come for calls that have ended before they were answered.
        var lateFrames = 0
        /// Requests of the peer that have been answered and that it may not know to be when it takes them back.
        var answeredRequests = 0
        /// What else changes nothing.
        var idle = TokenBucket(perSecond: WireLimits.idlePerSecond, most: WireLimits.idleAtOnce)
        /// Whether hello has been said, before which nothing else may be.
        var started = false
        var peer: Hello?
        var timer: (token: EventLoop.Token, deadline: LoopTime)?
        var handler: Handler?
        var end: WireError?
    }

    let transport: any Transport
    let loop: EventLoop
    let role: String
    let hearing: Hearing
    let acknowledgement: LoopInterval
    let state = Mutex(State())

    init(
        _ transport: any Transport, on loop: EventLoop, role: String, hearing: Hearing, acknowledgement: Duration
    ) {
        self.transport = transport
        self.loop = loop
        self.role = role
        self.hearing = hearing
        self.acknowledgement = LoopInterval(acknowledgement)
    }

    func start(_ handler: @escaping @Sendable (Connection.Inbound) -> Void) throws(WireError) {
        state.withLock { $0.handler = Handler(call: handler) }
        let hello = try OutgoingPacket(.hello, code: 0, request: 0, Hello(role: role), nil)
        try transport.send(hello.bytes, nil)
        state.withLock { $0.started = true }
        try transport.start { event in
            switch event {
            case .packet(let bytes, let descriptors): self.receive(bytes, descriptors)
            case .end(let error): self.end(error ?? .closed("the peer has gone"), tell: true)
            }
        }
    }

    func reject(_ error: WireError) {
        loop.execute { self.end(error, tell: true) }
    }

    /// Sends a frame, after hello.
    func post(_ packet: OutgoingPacket) throws(WireError) {
        do {
            try transport.send(packet.bytes, packet.descriptors)
        } catch {
            switch error {
            // A peer that does not read counts as gone.
            case .tooLarge: reject(error)
            // The reason, when this end knows it. When the peer has gone, what it sent before is still
            // read, and the end comes through the transport.
            case .closed: throw state.withLock { $0.end } ?? error
            default: break
            }
            throw error
        }
    }

    /// Ends the connection once: every call fails, every request of the peer is taken back.
    func end(_ error: WireError, tell: Bool) {
        let left = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            defer {
                state = State()
                state.end = error
            }
            return state
        }
        guard let left else { return }
        if let timer = left.timer { loop.cancel(timer.token) }
        transport.close()
        for (_, call) in left.calls.sorted { call.completion(.failure(error)) }
        for (_, request) in left.inbound.sorted { request.onCancel?() }
        if tell { left.handler?.call(.closed(error)) }
    }
}

extension ConnectionCore.State {
    /// - Throws: ``WireError/closed(_:)`` before the start and after the end.
    func checkOpen() throws(WireError) {
        if let end { throw end }
        guard started else { throw .closed("the connection has not been started") }
    }

    /// Counts a message that changes nothing.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` when there are too many of them.
    mutating func ignore(_ bytes: Int = 0) throws(WireError) {
        guard idle.take(1 + bytes / WireLimits.idleBodyBytes, at: .now) else {
            throw .tooLarge("the number of messages in a second that change nothing", limit: WireLimits.idlePerSecond)
        }
    }

    /// Forgets a call that ends without an answer, which may still come.
    mutating func giveUp(_ number: UInt64) -> ConnectionCore.Call? {
        guard let call = calls.remove(number) else { return nil }
        lateFrames += call.acknowledgement == nil ? 1 : 2
        return call
    }
}
