import AppexSystem
import Synchronization

extension ConnectionCore {
    /// Handles one packet. Any fault in it ends the connection.
    func receive(_ bytes: UnsafeRawBufferPointer, _ descriptors: DescriptorBag?) {
        do throws(WireError) {
            let frame = try Frame(parsing: bytes, descriptors, readsBody: reads)
            let whole = try state.withLock { (state) throws(WireError) in try state.assembly.add(frame) }
            if let whole { try handle(whole) }
        } catch {
            end(error, tell: true)
        }
    }

    /// Whether to read the body of a frame that came in a file: not if nobody would use it.
    private func reads(_ kind: Frame.Kind, _ code: UInt16, _ request: UInt64) -> Bool {
        switch kind {
        case .request, .event: hearing.reads(code)
        case .reply: state.withLock { $0.calls.contains(request) }
        case .hello, .failure, .accepted, .cancel: true
        }
    }

    private func checkMayAsk(_ frame: Frame) throws(WireError) {
        if case .answers = hearing { throw .malformed("\(frame.kind) \(frame.code) of a peer that may only answer") }
    }

    private func handle(_ frame: Frame) throws(WireError) {
        switch frame.kind {
        case .hello: try greet(frame)
        case .request: try accept(frame)
        case .reply: try settle(frame, .success(Connection.Reply(body: frame.body, received: frame.descriptors)))
        case .failure: try settle(frame, .failure(.remote(try RemoteFailure(wireBytes: frame.body))))
        case .accepted:
            try state.withLock { (state) throws(WireError) in
                try state.checkAnswer(frame)
                try state.acknowledge(frame.request)
            }
        case .cancel:
            try state.withLock { (state) throws(WireError) -> (@Sendable () -> Void)? in
                try state.checkGreeted(frame)
                return try state.cancel(inbound: frame.request)
            }?()
        case .event:
            try checkMayAsk(frame)
            let handler = try state.withLock { (state) throws(WireError) in
                try state.checkGreeted(frame)
                return state.handler
            }
            handler?.call(.event(code: frame.code, body: frame.body, descriptors: frame.descriptors ?? DescriptorBag()))
        }
    }

    private func greet(_ frame: Frame) throws(WireError) {
        let hello = try Hello(wireBytes: frame.body)
        guard Hello(role: role).common(with: hello) != nil else {
            throw .incompatible(peer: hello.versions, own: Hello.current)
        }
        let first = state.withLock { state in
            defer { state.peer = hello }
            return state.peer == nil
        }
        guard first else { throw .malformed("a second hello") }
    }

    private func settle(_ frame: Frame, _ result: Result<Connection.Reply, WireError>) throws(WireError) {
        let call = try state.withLock { (state) throws(WireError) in
            try state.checkAnswer(frame)
            let call = state.calls.remove(frame.request)
            // An answer to a call that was cancelled or timed out is dropped.
            if call == nil { try state.ignoreLate() }
            return call
        }
        call?.completion(result)
    }

    private func accept(_ frame: Frame) throws(WireError) {
        try checkMayAsk(frame)
        let admission = Admitted(bytes: frame.body.count, descriptors: frame.descriptors?.count ?? 0)
        let (admitted, handler) = try state.withLock { (state) throws(WireError) in
            try state.checkGreeted(frame)
            guard !state.inbound.contains(frame.request) else { throw .malformed("request \(frame.request) twice") }
            return (state.admit(admission, frame.request), state.handler)
        }
        guard admitted else {
            // A refusal costs as much as reading the request.
            try state.withLock { (state) throws(WireError) in try state.ignore(frame.body.count) }
            let failure = RemoteFailure(
                code: WireFailure.tooManyRequests, message: "Too many requests at a time; try again after an answer.")
            return send(answer: frame.request, frame.code, .failure, failure, nil)
        }
        // If the handler releases the request unanswered, the request answers with a failure.
        var request = InboundRequest(frame, on: self)
        handler?.call(.request(request))
        // The handler has neither answered nor released it.
        if !isKnownUniquelyReferenced(&request), request.isAcknowledgementDue { request.acknowledge() }
    }
}

/// The operations of an ``InboundRequest``.
extension ConnectionCore {
    func acknowledge(inbound number: UInt64) {
        // Fails only if the connection has ended.
        try? post(OutgoingPacket(.accepted, request: number))
    }

    func isCancelled(inbound number: UInt64) -> Bool {
        state.withLock { $0.end != nil || $0.inbound[number]?.isCancelled == true }
    }

    func onCancel(inbound number: UInt64, _ body: @escaping @Sendable () -> Void) {
        let already = state.withLock { state in
            state.inbound.update(number) { if !$0.isCancelled { $0.onCancel = body } }
            return state.end != nil || state.inbound[number]?.isCancelled == true
        }
        if already { body() }
    }

    /// Answers a request, unless it has already been answered.
    func answer(
        _ number: UInt64, _ code: UInt16, _ kind: Frame.Kind, _ value: some WireValue, _ descriptors: DescriptorBag?
    ) {
        let request = state.withLock { $0.release(number) }
        guard request != nil else { return }
        send(answer: number, code, kind, value, descriptors)
    }

    /// Sends an answer. If that is impossible it sends a failure instead, or ends the connection, so that the peer does
    /// not wait in vain.
    private func send(
        answer number: UInt64, _ code: UInt16, _ kind: Frame.Kind, _ value: some WireValue,
        _ descriptors: DescriptorBag?
    ) {
        do throws(WireError) {
            try post(try OutgoingPacket(kind, code: code, request: number, value, descriptors, bodies))
        } catch .closed {
            // The peer has closed the connection and waits for nothing.
        } catch {
            let failure = RemoteFailure(code: WireFailure.unsendable, message: "The reply could not be sent: \(error).")
            do throws(WireError) {
                try post(try OutgoingPacket(.failure, code: code, request: number, failure, nil))
            } catch {
                reject(error)
            }
        }
    }
}

extension ConnectionCore.State {
    fileprivate func checkGreeted(_ frame: Frame) throws(WireError) {
        guard peer != nil else { throw .malformed("\(frame.kind) before hello") }
    }

    /// Checks that an answer belongs to a call that was made.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if there was no such call, or before hello.
    fileprivate func checkAnswer(_ frame: Frame) throws(WireError) {
        try checkGreeted(frame)
        guard frame.request < nextRequest else {
            throw .malformed("an answer to request \(frame.request), which was never made")
        }
    }

    /// Records that the peer has acknowledged a request.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the peer acknowledges too often.
    fileprivate mutating func acknowledge(_ number: UInt64) throws(WireError) {
        guard let call = calls[number] else { return try ignoreLate() }
        if call.acknowledgement == nil { return try ignore() }
        calls.update(number) { $0.acknowledgement = nil }
    }

    /// Counts a frame for a call that has ended.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the peer sends too many unexpected ones.
    fileprivate mutating func ignoreLate() throws(WireError) {
        if lateFrames > 0 { lateFrames -= 1 } else { try ignore() }
    }

    /// Admits a request of the peer.
    ///
    /// - Returns: false if the peer has too much in flight.
    fileprivate mutating func admit(_ request: ConnectionCore.Admitted, _ number: UInt64) -> Bool {
        guard
            inbound.count < WireLimits.requestsInFlight,
            inboundBytes + request.bytes <= WireLimits.requestBytesInFlight,
            inboundDescriptors + request.descriptors <= WireLimits.requestDescriptorsInFlight
        else { return false }
        inbound.insert(request, number)
        inboundBytes += request.bytes
        inboundDescriptors += request.descriptors
        return true
    }

    /// Removes a request that is being answered.
    ///
    /// - Returns: nil if it has already been answered.
    fileprivate mutating func release(_ number: UInt64) -> ConnectionCore.Admitted? {
        guard let request = inbound.remove(number) else { return nil }
        if !request.isCancelled { answeredRequests += 1 }
        inboundBytes -= request.bytes
        inboundDescriptors -= request.descriptors
        return request
    }

    /// Records that the peer cancels a request.
    ///
    /// - Returns: the request's cancellation handler, to be called outside the lock.
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the peer cancels too often without effect.
    fileprivate mutating func cancel(inbound number: UInt64) throws(WireError) -> (@Sendable () -> Void)? {
        guard let known = inbound[number] else {
            // The answer and the cancellation crossed, which can happen once for each request.
            guard answeredRequests > 0 else {
                try ignore()
                return nil
            }
            answeredRequests -= 1
            return nil
        }
        if known.isCancelled { try ignore() }
        var body: (@Sendable () -> Void)?
        inbound.update(number) { request in
            body = request.onCancel
            request.onCancel = nil
            request.isCancelled = true
        }
        return body
    }
}
