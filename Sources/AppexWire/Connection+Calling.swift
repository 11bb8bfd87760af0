package import AppexSystem
import Synchronization

extension Connection {
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
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration, completion: @escaping Completion
    ) -> UInt64 {
        let number: UInt64
        var packet: OutgoingPacket
        do throws(WireError) {
            packet = try OutgoingPacket(.request, code: Request.code, request: 0, request, descriptors)
            number = try register(completion, within: limit)
        } catch {
            completion(.failure(error))
            return 0
        }
        packet.setRequest(number)
        do { try post(packet) } catch { finish(number, .failure(error)) }
        return number
    }

    private func register(_ completion: @escaping Completion, within limit: Duration) throws(WireError) -> UInt64 {
        let now = LoopTime.now
        let call = Call(
            completion: completion, deadline: now + limit, limit: limit, acknowledgement: now + acknowledgement)
        return try state.withLock { (state) throws(WireError) -> UInt64 in
            try state.checkOpen()
            defer { state.nextRequest += 1 }
            state.calls.insert(call, state.nextRequest)
            arm(&state, for: call.next)
            return state.nextRequest
        }
    }

    /// Takes a call back. Harmless when it has ended.
    package func cancel(_ number: UInt64) {
        guard finish(number, .failure(.cancelled)) else { return }
        // A peer that has gone needs no telling.
        try? post(OutgoingPacket(.cancel, request: number))
    }

    @discardableResult
    func finish(_ number: UInt64, _ result: Result<Reply, WireError>) -> Bool {
        guard let call = state.withLock({ $0.calls.remove(number) }) else { return false }
        call.completion(result)
        return true
    }

    /// Makes sure that the loop looks at the calls no later than `deadline`. One timer serves all
    /// calls of a connection, so that a call that ends in time costs no system call.
    func arm(_ state: inout State, for deadline: LoopTime) {
        if let timer = state.timer {
            guard deadline < timer.deadline else { return }
            loop.cancel(timer.token)
        }
        let token = loop.schedule(at: deadline) { [weak self] in self?.expire() }
        state.timer = (token, deadline)
    }

    private func expire() {
        let now = LoopTime.now
        let due = state.withLock { state -> [(Call, WireError, UInt64)] in
            state.timer = nil
            let due = state.calls.sorted.filter { $0.value.next <= now }
            for (number, _) in due { _ = state.calls.remove(number) }
            if let next = state.calls.sorted.map(\.value.next).min() { arm(&state, for: next) }
            return due.map { ($0.value, $0.value.deadline <= now ? .timedOut(after: $0.value.limit) : .unresponsive, $0.number) }
        }
        for (call, error, number) in due {
            call.completion(.failure(error))
            // The peer may stop working on it; when it has gone there is nothing to stop.
            try? post(OutgoingPacket(.cancel, request: number))
        }
    }
}
