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
        package let descriptors: DescriptorBag
    }

    package typealias Completion = @Sendable (Result<Reply, WireError>) -> Void

    struct Call {
        let completion: Completion
        let deadline: ContinuousClock.Instant
        let limit: Duration
        /// nil once the peer has said that the request arrived.
        var acknowledgement: ContinuousClock.Instant?

        var next: ContinuousClock.Instant { acknowledgement.map { min($0, deadline) } ?? deadline }
    }

    struct WeakRequest {
        weak var request: InboundRequest?
    }

    struct State {
        var nextRequest: UInt64 = 1
        var calls: [UInt64: Call] = [:]
        /// Weak: a handler that drops a request must be noticed, and answered for.
        var inbound: [UInt64: WeakRequest] = [:]
        var peer: Hello?
        var timer: (token: EventLoop.Token, deadline: ContinuousClock.Instant)?
        var handler: (@Sendable (Inbound) -> Void)?
        var end: WireError?
    }

    let transport: any Transport
    let loop: EventLoop
    let role: String
    let state = Mutex(State())

    /// Makes a connection that is not yet started.
    ///
    /// - Parameter role: what the peer reads in the hello frame.
    package init(_ transport: any Transport, on loop: EventLoop, role: String) {
        self.transport = transport
        self.loop = loop
        self.role = role
    }

    /// A connection over a socket on the loop of this process.
    package convenience init(socket: consuming Descriptor, role: String) throws(WireError) {
        let loop: EventLoop
        do { loop = try EventLoop.shared() } catch { throw .system(error, doing: "starting the event loop") }
        self.init(SocketTransport(socket, on: loop), on: loop, role: role)
    }

    deinit {
        if let timer = state.withLock({ $0.timer }) { loop.cancel(timer.token) }
        transport.close()
    }

    /// Says hello and begins to receive. Called once.
    ///
    /// - Parameter handler: called on the loop's thread for everything that arrives. The connection
    ///   holds it until it ends; a handler that holds the connection must therefore see to its end.
    package func start(_ handler: @escaping @Sendable (Inbound) -> Void) throws(WireError) {
        state.withLock { $0.handler = handler }
        let hello = try Frame(.hello, body: try Hello(role: role).wireBytes()).packet()
        try transport.send(hello.bytes, nil)
        try transport.start { [weak self] event in
            guard let self else { return }
            switch event {
            case .packet(let bytes, let descriptors): self.receive(bytes, descriptors)
            case .end(let error): self.end(error ?? .closed("the peer has gone"), tell: true)
            }
        }
    }

    /// Ends the connection. Calls that wait fail; the handler is not told.
    package func close() {
        end(.closed("this end has been closed"), tell: false)
    }

    /// Whether the connection has ended.
    package var isClosed: Bool { state.withLock { $0.end != nil } }

    /// Sends a message that is not answered.
    package func send(_ message: some WireMessage, _ descriptors: DescriptorBag? = nil) throws(WireError) {
        try post(Frame(.event, code: type(of: message).code, body: try message.wireBytes(), descriptors: descriptors))
    }

    /// Calls the peer and waits for the answer.
    ///
    /// - Throws: ``WireError/remote(_:)`` when the peer answers with an error, ``WireError/timedOut(after:)``,
    ///   ``WireError/unresponsive``, ``WireError/closed(_:)``, ``WireError/cancelled``.
    /// - Cancellation: the peer is told at once, and the call ends at once; a late answer is dropped.
    package func call<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration
    ) async throws(WireError) -> (Request.Reply, DescriptorBag) {
        let identifier = Mutex<UInt64>(0)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Reply, WireError>, Never>) in
                let number = begin(request, descriptors, within: limit) { continuation.resume(returning: $0) }
                identifier.withLock { $0 = number }
                // The handler below may have run before there was a number.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(identifier.withLock { $0 })
        }
        let reply = try result.get()
        return (try Request.Reply(wireBytes: reply.body), reply.descriptors)
    }

    /// The same with a completion, which is called exactly once, on the loop's thread or - when the
    /// call cannot even be sent - on the caller's.
    ///
    /// - Returns: the number for ``cancel(_:)``.
    @discardableResult
    package func begin<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration, completion: @escaping Completion
    ) -> UInt64 {
        let body: [UInt8]
        do { body = try request.wireBytes() } catch {
            completion(.failure(error))
            return 0
        }
        let now = ContinuousClock.now
        let call = Call(
            completion: completion, deadline: now + limit, limit: limit, acknowledgement: now + WireLimits.acknowledgement)
        let registered = state.withLock { state -> Result<UInt64, WireError> in
            if let end = state.end { return .failure(end) }
            defer { state.nextRequest += 1 }
            state.calls[state.nextRequest] = call
            arm(&state, for: call.next)
            return .success(state.nextRequest)
        }
        switch registered {
        case .failure(let error):
            completion(.failure(error))
            return 0
        case .success(let number):
            do {
                try post(Frame(.request, code: Request.code, request: number, body: body, descriptors: descriptors))
            } catch {
                finish(number, .failure(error))
            }
            return number
        }
    }

    /// Takes a call back. Harmless when it has ended.
    package func cancel(_ number: UInt64) {
        guard finish(number, .failure(.cancelled)) else { return }
        // A peer that has gone needs no telling.
        try? post(Frame(.cancel, request: number))
    }

    /// Hands something to whoever started the connection.
    func hand(_ inbound: Inbound) {
        state.withLock { $0.handler }?(inbound)
    }

    func post(_ frame: Frame) throws(WireError) {
        if let end = state.withLock({ $0.end }) { throw end }
        let packet = try frame.packet()
        do {
            try transport.send(packet.bytes, packet.descriptors)
        } catch {
            // What the peer sent before it went is still read; the end comes through the transport.
            if case .tooLarge = error { loop.execute { [weak self] in self?.end(error, tell: true) } }
            throw error
        }
    }

    @discardableResult
    func finish(_ number: UInt64, _ result: Result<Reply, WireError>) -> Bool {
        guard let call = state.withLock({ $0.calls.removeValue(forKey: number) }) else { return false }
        call.completion(result)
        return true
    }

    /// Ends the connection once: every call fails, every request of the peer is taken back.
    func end(_ error: WireError, tell: Bool) {
        let left = state.withLock { state -> (calls: [Call], inbound: [InboundRequest], handler: (@Sendable (Inbound) -> Void)?)? in
            guard state.end == nil else { return nil }
            state.end = error
            if let timer = state.timer { loop.cancel(timer.token) }
            defer {
                state.calls = [:]
                state.inbound = [:]
                state.timer = nil
                state.handler = nil
            }
            return (Array(state.calls.values), state.inbound.values.compactMap(\.request), state.handler)
        }
        guard let left else { return }
        transport.close()
        for call in left.calls { call.completion(.failure(error)) }
        for request in left.inbound { request.cancel() }
        if tell { left.handler?(.closed(error)) }
    }
}
