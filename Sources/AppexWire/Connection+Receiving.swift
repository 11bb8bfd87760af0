import AppexSystem
import Synchronization

extension Connection {
    /// Handles one packet. Whatever is wrong with it ends the connection.
    func receive(_ bytes: UnsafeRawBufferPointer, _ descriptors: DescriptorBag?) {
        do throws(WireError) {
            try handle(try Frame(parsing: bytes, descriptors))
        } catch {
            end(error, tell: true)
        }
    }

    private func handle(_ frame: Frame) throws(WireError) {
        guard frame.kind != .hello else { return try greet(frame) }
        guard state.withLock({ $0.peer != nil }) else { throw .malformed("\(frame.kind) before hello") }
        switch frame.kind {
        case .hello: break
        case .request: try accept(frame)
        case .reply:
            let reply = Reply(body: frame.body, descriptors: frame.descriptors ?? DescriptorBag())
            try settle(frame.request, .success(reply))
        case .failure: try settle(frame.request, .failure(.remote(try RemoteFailure(wireBytes: frame.body))))
        case .accepted: try acknowledge(frame.request)
        case .cancel: state.withLock { $0.inbound[frame.request]?.request }?.cancel()
        case .event: hand(.event(code: frame.code, body: frame.body, descriptors: frame.descriptors ?? DescriptorBag()))
        }
    }

    private func greet(_ frame: Frame) throws(WireError) {
        let hello = try Hello(wireBytes: frame.body)
        guard Hello(role: role).common(with: hello) != nil else {
            throw .malformed("the peer speaks versions \(hello.versions), this end \(Hello.current)")
        }
        let first = state.withLock { state in
            defer { state.peer = hello }
            return state.peer == nil
        }
        guard first else { throw .malformed("a second hello") }
    }

    private func acknowledge(_ number: UInt64) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            try Self.check(number, in: state)
            state.calls[number]?.acknowledgement = nil
        }
    }

    /// An answer to a call that was cancelled or timed out is dropped.
    private func settle(_ number: UInt64, _ result: Result<Reply, WireError>) throws(WireError) {
        if finish(number, result) { return }
        try state.withLock { (state) throws(WireError) in try Self.check(number, in: state) }
    }

    /// An answer to a call that was never made breaks the protocol.
    private static func check(_ number: UInt64, in state: State) throws(WireError) {
        guard number < state.nextRequest else { throw .malformed("an answer to request \(number), which was never made") }
    }

    private func accept(_ frame: Frame) throws(WireError) {
        let admission = Admitted(bytes: frame.body.count, descriptors: frame.descriptors?.count ?? 0)
        let room = try state.withLock { (state) throws(WireError) -> Bool in
            guard state.inbound[frame.request] == nil else { throw .malformed("request \(frame.request) twice") }
            return state.admit(admission, frame.request)
        }
        guard room else {
            let failure = RemoteFailure(
                code: WireFailure.tooManyRequests, message: "Too many requests at a time; try again after an answer.")
            return send(answer: Frame(failure, code: frame.code, request: frame.request))
        }
        hand(.request(inbound(frame)))
        // Neither answered nor dropped in the handler. A peer that has gone needs no telling.
        if state.withLock({ $0.inbound[frame.request] != nil }) { try? post(Frame(.accepted, request: frame.request)) }
    }

    /// The request of a frame that has been admitted. The handler's reference has to be the only one:
    /// when it goes, the request is answered for.
    private func inbound(_ frame: Frame) -> InboundRequest {
        let request = InboundRequest(frame) { [weak self] answer in
            self?.state.withLock { $0.release(answer.request) }
            self?.send(answer: answer)
        } violation: { [weak self] error in
            self?.reject(error)
        }
        state.withLock { $0.inbound[frame.request]?.request = request }
        return request
    }

    /// Sends an answer, or that it cannot be sent: a peer that waits hears something, or the end.
    private func send(answer: Frame) {
        do {
            try post(answer)
        } catch .closed {
            // Nobody is left to hear it.
        } catch {
            let failure = RemoteFailure(code: WireFailure.unsendable, message: "The reply could not be sent: \(error).")
            do { try post(Frame(failure, code: answer.code, request: answer.request)) } catch { reject(error) }
        }
    }
}

extension Connection.State {
    /// Counts a request of the peer in.
    ///
    /// - Returns: false when it has too much in flight already.
    fileprivate mutating func admit(_ request: Connection.Admitted, _ number: UInt64) -> Bool {
        guard
            inbound.count < WireLimits.requestsInFlight,
            inboundBytes + request.bytes <= WireLimits.requestBytesInFlight,
            inboundDescriptors + request.descriptors <= WireLimits.requestDescriptorsInFlight
        else { return false }
        inbound[number] = request
        inboundBytes += request.bytes
        inboundDescriptors += request.descriptors
        return true
    }

    fileprivate mutating func release(_ number: UInt64) {
        guard let request = inbound.removeValue(forKey: number) else { return }
        inboundBytes -= request.bytes
        inboundDescriptors -= request.descriptors
    }
}
