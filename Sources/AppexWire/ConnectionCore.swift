import AppexSystem
import Synchronization

/// The state of a ``Connection``. The transport retains it until the end, so that no message has to go through a weak
/// reference, which would make every use of the object more expensive.
final class ConnectionCore: Sendable {
    /// A pending call to the peer.
    struct Call {
        let completion: Connection.Completion
        let deadline: LoopTime
        let limit: Duration
        /// The deadline of the acknowledgement; nil once the peer has acknowledged the request.
        var acknowledgement: LoopTime?

        var next: LoopTime { acknowledgement.map { min($0, deadline) } ?? deadline }
    }

    /// The handler of messages. A bare function would be wrapped again each time it passes through generic code such as
    /// that of a lock.
    struct Handler: Sendable {
        let call: @Sendable (Connection.Inbound) -> Void
    }

    /// A request of the peer that has not been answered.
    struct Admitted {
        let bytes: Int
        let descriptors: Int
        /// Whether the peer has cancelled it.
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    struct State {
        var nextRequest: UInt64 = 1
        /// The time limit of the last call, as it was given and converted.
        var lastLimit = (duration: Duration.zero, interval: LoopInterval(.zero))
        var calls = NumberTable<Call>()
        var inbound = NumberTable<Admitted>()
        /// The bytes in the bodies of `inbound`.
        var inboundBytes = 0
        /// The descriptors that came with `inbound`.
        var inboundDescriptors = 0
        /// The number of frames that may still come for calls that ended without an answer.
        var lateFrames = 0
        /// The number of answered requests that the peer may cancel before it learns of the answer.
        var answeredRequests = 0
        /// Limits all other messages that have no effect.
        var idle = TokenBucket(perSecond: WireLimits.idlePerSecond, most: WireLimits.idleAtOnce)
        /// Whether the hello frame has been sent, which has to be the first.
        var started = false
        var peer: Hello?
        /// The body of the peer's that is on its way in pieces.
        var assembly: FrameAssembly
        var timer: (token: EventLoop.Token, deadline: LoopTime)?
        var handler: Handler?
        var end: WireError?

        init(_ bodies: LargeBodies) {
            assembly = FrameAssembly(limit: bodies.pieceLimit)
        }
    }

    let transport: any Transport
    let loop: EventLoop
    let role: String
    let hearing: Hearing
    let bodies: LargeBodies
    let acknowledgement: LoopInterval
    /// What this connection's jobs may use of the loop's thread.
    let allowance = LoopAllowance()
    /// Whether a task that awaits a reply goes on on the loop's thread.
    let lendsLoop: Bool
    let state: Mutex<State>

    init(
        _ transport: any Transport, on loop: EventLoop, role: String, hearing: Hearing, bodies: LargeBodies,
        acknowledgement: Duration, lendsLoop: Bool
    ) {
        state = Mutex(State(bodies))
        self.bodies = bodies
        self.lendsLoop = lendsLoop
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

    /// Sends a frame other than hello.
    ///
    /// - Throws: ``WireError/closed(_:)`` after the end, ``WireError/tooLarge(_:limit:)`` if the backlog exceeds a
    ///   limit, which ends the connection, and ``WireError/system(_:doing:)``.
    func post(_ packet: OutgoingPacket) throws(WireError) {
        do {
            if packet.bytes.count <= WireLimits.frameBytes {
                try transport.send(packet.bytes, packet.descriptors)
            } else {
                try transport.send(together: packet.frames, packet.descriptors)
            }
        } catch {
            switch error {
            // A peer that does not read counts as gone.
            case .tooLarge: reject(error)
            // Prefers the reason that this end knows. If the peer has closed the connection, what it sent before is
            // still read, and the transport then reports the end.
            case .closed: throw state.withLock { $0.end } ?? error
            default: break
            }
            throw error
        }
    }

    /// Ends the connection, once: every call fails, and every request of the peer counts as cancelled.
    ///
    /// - Parameter tell: whether the handler is told.
    func end(_ error: WireError, tell: Bool) {
        let left = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            defer {
                state = State(bodies)
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
    /// Checks that the connection may send.
    ///
    /// - Throws: ``WireError/closed(_:)`` before the start, and the reason of the end after it.
    func checkOpen() throws(WireError) {
        if let end { throw end }
        guard started else { throw .closed("the connection has not been started") }
    }

    /// Counts a message that has no effect.
    ///
    /// - Parameter bytes: the size of its body.
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the peer sends too many.
    mutating func ignore(_ bytes: Int = 0) throws(WireError) {
        guard idle.take(1 + bytes / WireLimits.idleBodyBytes, at: .now) else {
            throw .tooLarge("the number of messages in a second that change nothing", limit: WireLimits.idlePerSecond)
        }
    }

    /// Counts the work that a large message causes.
    ///
    /// - Parameter bytes: the size of its body.
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the peer causes too much.
    mutating func charge(_ bytes: Int) throws(WireError) {
        guard bytes >= WireLimits.idleBodyBytes else { return }
        guard idle.take(bytes / WireLimits.idleBodyBytes, at: .now) else {
            throw .tooLarge("the work of large messages in a second", limit: WireLimits.idlePerSecond)
        }
    }

    /// Removes a call that ends without an answer, and expects the frames that may still come for it.
    ///
    /// - Returns: the call; nil if it has already ended.
    mutating func giveUp(_ number: UInt64) -> ConnectionCore.Call? {
        guard let call = calls.remove(number) else { return nil }
        lateFrames += call.acknowledgement == nil ? 1 : 2
        return call
    }
}
