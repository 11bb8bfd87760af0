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

    let core: ConnectionCore

    /// Makes a connection that is not yet started.
    ///
    /// - Parameter role: what the peer reads in the hello frame.
    /// - Parameter hearing: which messages of the peer are read.
    /// - Parameter acknowledgement: how long the peer may take to say that a request has arrived.
    package init(
        _ transport: any Transport, on loop: EventLoop, role: String, hearing: Hearing = .everything,
        acknowledgement: Duration = WireLimits.acknowledgement
    ) {
        core = ConnectionCore(transport, on: loop, role: role, hearing: hearing, acknowledgement: acknowledgement)
    }

    /// A connection over a socket on the loop of this process.
    ///
    /// - Throws: ``WireError/system(_:doing:)`` when there is no loop to be had.
    package convenience init(
        socket: consuming Descriptor, role: String, hearing: Hearing = .everything
    ) throws(WireError) {
        let loop: EventLoop
        do { loop = try EventLoop.shared() } catch { throw .system(error, doing: "starting the event loop") }
        let takesDescriptors = if case .answers = hearing { false } else { true }
        self.init(
            SocketTransport(socket, on: loop, takesDescriptors: takesDescriptors), on: loop, role: role,
            hearing: hearing)
    }

    deinit {
        core.end(.closed("this end has been released"), tell: false)
    }

    /// Says hello and begins to receive. Called once.
    ///
    /// - Parameter handler: called on the loop's thread for everything that arrives. The connection
    ///   holds it until it ends; a handler that holds the connection must therefore see to its end.
    /// - Throws: ``WireError/closed(_:)`` when the peer has gone already. The handler is not told.
    package func start(_ handler: @escaping @Sendable (Inbound) -> Void) throws(WireError) {
        do {
            try core.start(handler)
        } catch {
            core.end(error, tell: false)
            throw error
        }
    }

    /// Ends the connection. Calls that wait fail; the handler is not told. It may be running just now,
    /// but is not called again.
    package func close() {
        core.end(.closed("this end has been closed"), tell: false)
    }

    /// Ends the connection because the peer broke the protocol, for instance by an event whose body
    /// is not the message that its code names. The handler is told, on the loop's thread.
    package func reject(_ error: WireError) {
        core.reject(error)
    }

    /// Counts a message of the peer that changes nothing, such as one with an unknown code, and ends the connection of a peer that sends too many. The
    /// handler is told then, on the loop's thread.
    ///
    /// - Parameter bytes: of its body.
    package func ignore(_ bytes: Int = 0) {
        do throws(WireError) {
            try core.state.withLock { (state) throws(WireError) in try state.ignore(bytes) }
        } catch {
            reject(error)
        }
    }

    /// Whether the connection has ended.
    package var isClosed: Bool { core.state.withLock { $0.end != nil } }

    /// What the peer did that ended the connection; nil while it is open, and when the peer has just gone.
    package var fault: WireError? {
        core.state.withLock { state in
            if case .closed? = state.end { nil } else { state.end }
        }
    }

    /// Whether the peer has said hello, as it does when it begins to listen.
    package var isGreeted: Bool { core.state.withLock { $0.peer != nil } }

    /// Whether nothing waits for the peer to make room. While something does, whoever can should send no more.
    package var isFlowing: Bool { core.transport.isFlowing }

    /// Runs `body` once nothing waits for the peer to make room: in this call, or later on the loop's thread.
    /// Never when the connection ends before.
    package func whenFlowing(_ body: @escaping @Sendable () -> Void) { core.transport.whenFlowing(body) }

    /// Sends a message that is not answered. The descriptors move out of the bag.
    package func send(_ message: some WireMessage, _ descriptors: DescriptorBag? = nil) throws(WireError) {
        try core.state.withLock { (state) throws(WireError) in try state.checkOpen() }
        try core.post(try OutgoingPacket(.event, code: type(of: message).code, request: 0, message, descriptors))
    }

    /// Calls the peer and waits for the answer.
    ///
    /// The descriptors move out of the bag.
    ///
    /// - Throws: ``WireError/remote(_:)`` when the peer answers with an error, ``WireError/timedOut(after:)``,
    ///   ``WireError/unresponsive``, ``WireError/closed(_:)``, ``WireError/cancelled``.
    /// - Cancellation: the peer is told at once, and the call ends at once; a late answer is dropped.
    nonisolated(nonsending) package func call<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration
    ) async throws(WireError) -> (Request.Reply, DescriptorBag) {
        guard !Task.isCancelled else { throw .cancelled }
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
        do throws(WireError) {
            return (try Request.Reply(wireBytes: reply.body), reply.descriptors)
        } catch {
            reject(error)
            throw error
        }
    }

    /// The same with a completion, which is called exactly once: on the loop's thread, or on that of
    /// whoever ends the call - by ``cancel(_:)``, by closing the connection, or by this very call
    /// when it cannot be sent.
    ///
    /// - Returns: the number for ``cancel(_:)``.
    @discardableResult
    package func begin<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration,
        completion: @escaping Completion
    ) -> UInt64 {
        core.begin(request, descriptors, within: limit, completion: completion)
    }

    /// Takes a call back. Harmless when it has ended.
    package func cancel(_ number: UInt64) {
        core.cancel(number)
    }
}
