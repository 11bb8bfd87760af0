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
        case .accepted:
            state.withLock { $0.calls[frame.request]?.acknowledgement = nil }
        case .cancel:
            state.withLock { $0.inbound[frame.request]?.request }?.cancel()
        case .event:
            hand(.event(code: frame.code, body: frame.body, descriptors: frame.descriptors ?? DescriptorBag()))
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

    /// An answer to a call that was cancelled or timed out is dropped; one to a call that was never
    /// made breaks the protocol.
    private func settle(_ number: UInt64, _ result: Result<Reply, WireError>) throws(WireError) {
        if finish(number, result) { return }
        let issued = state.withLock { number > 0 && number < $0.nextRequest }
        guard issued else { throw .malformed("an answer to request \(number), which was never made") }
    }

    private func accept(_ frame: Frame) throws(WireError) {
        let number = frame.request
        let request = InboundRequest(frame) { [weak self] answer in
            guard let self else { return }
            self.state.withLock { _ = $0.inbound.removeValue(forKey: number) }
            // A peer that has gone wants no answer.
            try? self.post(answer)
        }
        let admission = try state.withLock { (state) throws(WireError) -> Bool in
            guard state.inbound[number] == nil, number > 0 else { throw .malformed("request \(number) twice") }
            guard state.inbound.count < WireLimits.requestsInFlight else { return false }
            state.inbound[number] = WeakRequest(request: request)
            return true
        }
        guard admission else {
            let limit = WireLimits.requestsInFlight
            return request.fail(RemoteFailure(code: "too-many-requests", message: "More than \(limit) requests at a time."))
        }
        hand(.request(request))
        if !request.isAnswered { try? post(Frame(.accepted, request: number)) }
    }

    /// Makes sure that the loop looks at the calls no later than `deadline`. One timer serves all
    /// calls of a connection, so that a call that ends in time costs no system call.
    func arm(_ state: inout State, for deadline: ContinuousClock.Instant) {
        if let timer = state.timer {
            guard deadline < timer.deadline else { return }
            loop.cancel(timer.token)
        }
        let token = loop.schedule(at: deadline) { [weak self] in self?.expire() }
        state.timer = (token, deadline)
    }

    private func expire() {
        let now = ContinuousClock.now
        let due = state.withLock { state -> [(Call, WireError, UInt64)] in
            state.timer = nil
            let due = state.calls.filter { $0.value.next <= now }
            for number in due.keys { state.calls.removeValue(forKey: number) }
            if let next = state.calls.values.map(\.next).min() { arm(&state, for: next) }
            return due.map { ($0.value, $0.value.deadline <= now ? .timedOut(after: $0.value.limit) : .unresponsive, $0.key) }
        }
        for (call, error, number) in due {
            call.completion(.failure(error))
            // The peer may stop working on it; when it has gone there is nothing to stop.
            try? post(Frame(.cancel, request: number))
        }
    }
}
