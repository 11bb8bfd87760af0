package import AppexSystem
import Synchronization
import SystemPackage

/// A connection over which both ends call each other: requests with a deadline and cancellation, replies, and events.
///
/// Either end may call the other at any time. Messages are handled on the event loop's thread, in the order in which
/// they were sent; handlers must not block. A peer that breaks the protocol is disconnected. Nothing that it sends can
/// make this end trap or wait for ever.
package final class Connection: Sendable {
    /// A message of the peer, or the end of the connection.
    package enum Inbound: Sendable {
        /// A request, which has to be answered once.
        case request(InboundRequest)
        /// An event, which is not answered.
        case event(code: UInt16, body: [UInt8], descriptors: DescriptorBag)
        /// The connection has ended. Delivered last and exactly once, unless this end closed the connection.
        case closed(WireError)
    }

    /// The reply to a call.
    package struct Reply: Sendable {
        /// The encoded reply.
        package let body: [UInt8]
        let received: DescriptorBag?

        /// The descriptors that came with the reply; empty if there were none.
        package var descriptors: DescriptorBag { received ?? DescriptorBag() }
    }

    /// Receives the outcome of a call: the reply, or why there is none.
    package typealias Completion = @Sendable (Result<Reply, WireError>) -> Void

    let core: ConnectionCore

    /// Creates a connection. ``start(_:)`` starts it.
    ///
    /// - Parameter role: the name of this end for the peer's log.
    /// - Parameter hearing: which messages of the peer are read.
    /// - Parameter bodies: how bodies travel that are larger than a frame.
    /// - Parameter acknowledgement: how long the peer may take to acknowledge a request.
    /// - Parameter lendsLoop: whether a task that awaits a reply goes on on the loop's thread, which it may block; see
    ///   ``EventLoop/lend(_:_:whenTaken:)``.
    package init(
        _ transport: any Transport, on loop: EventLoop, role: String, hearing: Hearing = .everything,
        bodies: LargeBodies = .inMemoryFiles, acknowledgement: Duration = WireLimits.acknowledgement,
        lendsLoop: Bool = false
    ) {
        core = ConnectionCore(
            transport, on: loop, role: role, hearing: hearing, bodies: bodies, acknowledgement: acknowledgement,
            lendsLoop: lendsLoop)
    }

    /// Creates a connection over a socket. Descriptors are taken from the peer unless it may only answer or sends large
    /// bodies in pieces.
    ///
    /// - Parameter loop: the event loop; nil for the shared one of this process.
    /// - Parameter bodies: how bodies travel that are larger than a frame.
    /// - Parameter budget: what the peer may use of the loop; nil for a peer that is trusted.
    /// - Parameter lendsLoop: whether a task that awaits a reply goes on on the loop's thread.
    /// - Throws: ``WireError/system(_:doing:)`` if the event loop cannot be started.
    package convenience init(
        socket: consuming Descriptor, role: String, on loop: EventLoop? = nil, hearing: Hearing = .everything,
        bodies: LargeBodies = .inMemoryFiles, budget: ReadingBudget? = nil, lendsLoop: Bool = false
    ) throws(WireError) {
        let shared: EventLoop
        do throws(Errno) { shared = if let loop { loop } else { try EventLoop.shared() } } catch {
            throw .system(error, doing: "starting the event loop")
        }
        let mayOnlyAnswer = if case .answers = hearing { true } else { false }
        let transport = SocketTransport(
            socket, on: shared, takesDescriptors: !mayOnlyAnswer && bodies == .inMemoryFiles, budget: budget)
        self.init(transport, on: shared, role: role, hearing: hearing, bodies: bodies, lendsLoop: lendsLoop)
    }

    deinit {
        core.end(.closed("this end has been released"), tell: false)
    }

    /// Sends the hello frame and begins to receive. Called once.
    ///
    /// - Parameter handler: called on the event loop's thread for every message and for the end. The connection retains
    ///   it until it ends, so a handler that retains the connection must make sure that it ends.
    /// - Throws: ``WireError/closed(_:)`` if the peer has already closed the connection, and
    ///   ``WireError/system(_:doing:)``. The handler is not called then.
    package func start(_ handler: @escaping @Sendable (Inbound) -> Void) throws(WireError) {
        do {
            try core.start(handler)
        } catch {
            core.end(error, tell: false)
            throw error
        }
    }

    /// Ends the connection. Pending calls fail with ``WireError/closed(_:)``. The handler is not called again, although
    /// a call of it may still be running.
    package func close() {
        core.end(.closed("this end has been closed"), tell: false)
    }

    /// Ends the connection because the peer broke the protocol, for instance by an event whose body is malformed. The
    /// handler receives ``Inbound/closed(_:)`` on the event loop's thread.
    package func reject(_ error: WireError) {
        core.reject(error)
    }

    /// Counts a message of the peer that has no effect, such as one with an unknown code. A peer that sends more than
    /// ``WireLimits/idlePerSecond`` is disconnected as by ``reject(_:)``.
    ///
    /// - Parameter bytes: the size of the message's body.
    package func ignore(_ bytes: Int = 0) {
        do throws(WireError) {
            try core.state.withLock { (state) throws(WireError) in try state.ignore(bytes) }
        } catch {
            reject(error)
        }
    }

    /// Counts the work that a message of the peer causes here, on the event loop, beyond that of an ordinary message: each
    /// ``WireLimits/idleBodyBytes`` of its body count as one message without effect. A peer that causes too much is disconnected as
    /// by ``reject(_:)``.
    ///
    /// - Parameter bytes: the size of the message's body.
    /// - Returns: false if the connection ends, so that the message need not be handled.
    package func charge(_ bytes: Int) -> Bool {
        do throws(WireError) {
            try core.state.withLock { (state) throws(WireError) in try state.charge(bytes) }
            return true
        } catch {
            reject(error)
            return false
        }
    }

    /// Whether the connection has ended.
    package var isClosed: Bool { core.state.withLock { $0.end != nil } }

    /// The fault of the peer that ended the connection; nil while the connection is open, and if it was closed without
    /// a fault.
    package var fault: WireError? {
        core.state.withLock { state in
            if case .closed? = state.end { nil } else { state.end }
        }
    }

    /// Whether the peer's hello frame has arrived, which it sends when it starts.
    package var isGreeted: Bool { core.state.withLock { $0.peer != nil } }

    /// Whether all packets have been sent. While some wait for room, a caller that can wait should not send more.
    package var isFlowing: Bool { core.transport.isFlowing }

    /// Runs `body` once all packets have been sent: in this call, or later on the event loop's thread. It is not run if
    /// the connection ends first.
    package func whenFlowing(_ body: @escaping @Sendable () -> Void) { core.transport.whenFlowing(body) }

    /// Sends an event. The descriptors move out of the bag.
    ///
    /// - Throws: ``WireError/closed(_:)`` before the start and after the end, ``WireError/tooLarge(_:limit:)`` if the
    ///   message or the backlog exceeds a limit, and ``WireError/system(_:doing:)``.
    package func send(_ message: some WireMessage, _ descriptors: DescriptorBag? = nil) throws(WireError) {
        try core.state.withLock { (state) throws(WireError) in try state.checkOpen() }
        try core.post(
            try OutgoingPacket(.event, code: type(of: message).code, request: 0, message, descriptors, core.bodies))
    }

    /// Calls the peer and waits for the reply. The descriptors move out of the bag.
    ///
    /// - Parameter limit: the deadline of the reply, from now.
    /// - Returns: the reply and the descriptors that came with it.
    /// - Throws: ``WireError/remote(_:)`` if the peer answers with a failure; ``WireError/malformed(_:)`` if its reply
    ///   is not one, which ends the connection; ``WireError/timedOut(after:)``, ``WireError/unresponsive``,
    ///   ``WireError/closed(_:)`` or ``WireError/cancelled``.
    /// - Cancellation: the call ends at once with ``WireError/cancelled`` and tells the peer; a late reply is dropped.
    nonisolated(nonsending) package func call<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration
    ) async throws(WireError) -> (Request.Reply, DescriptorBag) {
        guard !Task.isCancelled else { throw .cancelled }
        let identifier = Mutex<UInt64>(0)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Reply, WireError>, Never>) in
                let number = begin(request, descriptors, within: limit) { [core] result in
                    core.resume { continuation.resume(returning: result) }
                }
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

    /// Calls the peer without waiting. The descriptors move out of the bag.
    ///
    /// - Parameter limit: the deadline of the reply, from now.
    /// - Parameter completion: called exactly once: on the event loop's thread, or on the thread that ends the call by
    ///   ``cancel(_:)`` or ``close()``, or in this call if the request cannot be sent.
    /// - Returns: the number of the call for ``cancel(_:)``.
    @discardableResult
    package func begin<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration,
        completion: @escaping Completion
    ) -> UInt64 {
        core.begin(request, descriptors, within: limit, completion: completion)
    }

    /// Cancels a call, which then ends with ``WireError/cancelled``. A call that has ended is ignored.
    package func cancel(_ number: UInt64) {
        core.cancel(number)
    }
}
