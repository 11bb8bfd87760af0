package import AppexSystem
import Synchronization

/// Two-way calls over a transport: requests with a deadline and a cancel message, replies, events.
///
/// Either end may call the other at any time. Everything that arrives is handled on the event
/// loop's thread, in the order in which it was sent; handlers must not block. A peer that breaks
/// the protocol is disconnected, and nothing it sends can make this end trap or wait for ever.
package final class Connection: Sendable {
    /// What the peer wants, or that it is gone.
    package enum Inbound: Sendable {
        case request(InboundRequest)
        case event(code: UInt16, body: [UInt8], descriptors: DescriptorBag)
        /// The last one, exactly once, unless this end closed the connection itself.
        case closed(WireError)
    }

    /// The answer to a call.
    package struct Reply: Sendable {
        package let body: [UInt8]
        let received: DescriptorBag?

        /// What came with it.
        package var descriptors: DescriptorBag { received ?? DescriptorBag() }
    }

    package typealias Completion = @Sendable (Result<Reply, WireError>) -> Void

    struct Call {
        let completion: Completion
        let deadline: LoopTime
        let limit: Duration
        /// nil once the peer has said that the request arrived.
        var acknowledgement: LoopTime?

        var next: LoopTime { acknowledgement.map { min($0, deadline) } ?? deadline }
    }

    /// A function in a box of its own: a bare one would be wrapped anew whenever it passes through
    /// generic code, such as that of a lock.
    struct Handler: Sendable {
        let call: @Sendable (Inbound) -> Void
    }

    /// A request of the peer that has not been answered.
    struct Admitted {
        let bytes: Int
        let descriptors: Int
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    struct State {
        var nextRequest: UInt64 = 1
        var calls = NumberTable<Call>()
        var inbound = NumberTable<Admitted>()
        /// The sums of those.
        var inboundBytes = 0
        var inboundDescriptors = 0
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
    let acknowledgement: Duration
    let state = Mutex(State())

    /// Makes a connection that is not yet started.
    ///
    /// - Parameter role: what the peer reads in the hello frame.
    /// - Parameter acknowledgement: how long the peer may take to say that a request has arrived.
    package init(
        _ transport: any Transport, on loop: EventLoop, role: String,
        acknowledgement: Duration = WireLimits.acknowledgement
    ) {
        self.transport = transport
        self.loop = loop
        self.role = role
        self.acknowledgement = acknowledgement
    }

    /// A connection over a socket on the loop of this process.
    package convenience init(socket: consuming Descriptor, role: String) throws(WireError) {
        let loop: EventLoop
        do { loop = try EventLoop.shared() } catch { throw .system(error, doing: "starting the event loop") }
        self.init(SocketTransport(socket, on: loop), on: loop, role: role)
    }

    deinit {
        end(.closed("this end has been released"), tell: false)
    }

    /// Says hello and begins to receive. Called once.
    ///
    /// - Parameter handler: called on the loop's thread for everything that arrives. The connection
    ///   holds it until it ends; a handler that holds the connection must therefore see to its end.
    /// - Throws: ``WireError/closed(_:)`` when the peer has gone already. The handler is not told.
    package func start(_ handler: @escaping @Sendable (Inbound) -> Void) throws(WireError) {
        state.withLock { $0.handler = Handler(call: handler) }
        do {
            let hello = try OutgoingPacket(.hello, code: 0, request: 0, Hello(role: role), nil)
            try transport.send(hello.bytes, nil)
            state.withLock { $0.started = true }
            try transport.start { [weak self] event in
                guard let self else { return }
                switch event {
                case .packet(let bytes, let descriptors): self.receive(bytes, descriptors)
                case .end(let error): self.end(error ?? .closed("the peer has gone"), tell: true)
                }
            }
        } catch {
            end(error, tell: false)
            throw error
        }
    }

    /// Ends the connection. Calls that wait fail; the handler is not told. It may be running just now,
    /// but is not called again.
    package func close() {
        end(.closed("this end has been closed"), tell: false)
    }

    /// Ends the connection because the peer broke the protocol, for instance by an event whose body
    /// is not the message that its code names. The handler is told, on the loop's thread.
    package func reject(_ error: WireError) {
        loop.execute { [weak self] in self?.end(error, tell: true) }
    }

    /// Whether the connection has ended.
    package var isClosed: Bool { state.withLock { $0.end != nil } }

    /// Sends a message that is not answered. The descriptors move out of the bag.
    package func send(_ message: some WireMessage, _ descriptors: DescriptorBag? = nil) throws(WireError) {
        try state.withLock { (state) throws(WireError) in try state.checkOpen() }
        try post(try OutgoingPacket(.event, code: type(of: message).code, request: 0, message, descriptors))
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

extension Connection.State {
    /// - Throws: ``WireError/closed(_:)`` before the start and after the end.
    func checkOpen() throws(WireError) {
        if let end { throw end }
        guard started else { throw .closed("the connection has not been started") }
    }
}
