import AppexSystem
import Synchronization

extension ConnectionCore {
    /// Sends a request; see ``Connection/begin(_:_:within:completion:)``.
    func begin<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag?, within limit: Duration,
        completion: @escaping Connection.Completion
    ) -> UInt64 {
        let number: UInt64
        var packet: OutgoingPacket
        do throws(WireError) {
            packet = try OutgoingPacket(.request, code: Request.code, request: 0, request, descriptors, bodies)
            number = try register(completion, within: limit)
        } catch {
            completion(.failure(error))
            return 0
        }
        packet.setRequest(number)
        do { try post(packet) } catch { finish(number, .failure(error)) }
        return number
    }

    private func register(_ completion: @escaping Connection.Completion, within limit: Duration) throws(WireError)
        -> UInt64
    {
        let now = LoopTime.now
        return try state.withLock { (state) throws(WireError) -> UInt64 in
            try state.checkOpen()
            // Most calls have the time limit of the call before.
            if limit != state.lastLimit.duration { state.lastLimit = (limit, LoopInterval(limit)) }
            let call = Call(
                completion: completion, deadline: now + state.lastLimit.interval, limit: limit,
                acknowledgement: now + acknowledgement)
            let number = state.nextRequest
            state.nextRequest += 1
            state.calls.insert(call, number)
            arm(&state, for: call.next)
            return number
        }
    }

    /// Resumes a task that awaited a reply.
    func resume(_ resume: () -> Void) {
        if lendsLoop { loop.resume(allowance, resume) } else { resume() }
    }

    func cancel(_ number: UInt64) {
        guard finish(number, .failure(.cancelled)) else { return }
        // Fails only if the connection has ended.
        try? post(OutgoingPacket(.cancel, request: number))
    }

    @discardableResult
    func finish(_ number: UInt64, _ result: Result<Connection.Reply, WireError>) -> Bool {
        guard let call = state.withLock({ $0.giveUp(number) }) else { return false }
        call.completion(result)
        return true
    }

    /// Makes sure that the event loop checks the calls no later than at `deadline`. One timer serves all calls of a
    /// connection, so that a call that ends in time costs no system call.
    func arm(_ state: inout State, for deadline: LoopTime) {
        if let timer = state.timer {
            guard deadline < timer.deadline else { return }
            loop.cancel(timer.token)
        }
        let token = loop.schedule(at: deadline) { self.expire() }
        state.timer = (token, deadline)
    }

    private func expire() {
        let now = LoopTime.now
        let due = state.withLock { state -> [(Call, WireError, UInt64)] in
            state.timer = nil
            let due = state.calls.sorted.filter { $0.value.next <= now }
            for (number, _) in due { _ = state.giveUp(number) }
            if let next = state.calls.sorted.map(\.value.next).min() { arm(&state, for: next) }
            return due.map {
                ($0.value, $0.value.deadline <= now ? .timedOut(after: $0.value.limit) : .unresponsive, $0.number)
            }
        }
        for (call, error, number) in due {
            call.completion(.failure(error))
            // Lets the peer stop its work. Fails only if the connection has ended.
            try? post(OutgoingPacket(.cancel, request: number))
        }
    }
}
