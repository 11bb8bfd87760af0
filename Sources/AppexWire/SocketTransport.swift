package import AppexSystem
import Synchronization
import SystemPackage

/// A transport over a `SOCK_SEQPACKET` socket. The event loop's thread reads; the caller's thread sends.
package final class SocketTransport: Transport {
    private struct State {
        var token: EventLoop.Token?
        var backlog = Backlog()
        /// The functions to run once the backlog is empty.
        var whenFlowing: [@Sendable () -> Void] = []
        var open = true
        /// Whether the kernel has refused to take descriptors and is asked again after ``pause``.
        var isPaused = false
        var budget: ReadingBudget?
        /// The timer after which is read again; nil while the budget is not overdrawn.
        var rest: EventLoop.Token?
        /// Whether nothing is read until the peer's descriptors are closed.
        var awaitsDisposal = false
        var receiver: (@Sendable (TransportEvent) -> Void)?

        var isReading: Bool { rest == nil && !awaitsDisposal }
    }

    /// How long to wait until the kernel is asked again to take descriptors.
    private static let pause = Duration.milliseconds(5)

    /// Closed only when the transport is released: a sender or the event loop's thread may use the number while another
    /// thread closes the transport.
    private let socket: Descriptor
    private let loop: EventLoop
    private let takesDescriptors: Bool
    /// Closes what the peer has sent, so that one whose files are in a silent file system delays nobody else.
    private let disposal = DescriptorDisposal()
    private let state = Mutex(State())

    /// Creates a transport over a connected socket.
    ///
    /// - Parameter takesDescriptors: whether the peer may send descriptors. If not, the kernel drops them: closing a
    ///   descriptor of a file system that does not answer would block this process.
    /// - Parameter budget: what the peer may use of the loop; nil for a peer that is trusted.
    package init(
        _ socket: consuming Descriptor, on loop: EventLoop, takesDescriptors: Bool = true, budget: ReadingBudget? = nil
    ) {
        self.socket = socket
        self.loop = loop
        self.takesDescriptors = takesDescriptors
        state.withLock { $0.budget = budget }
    }

    deinit { close() }

    /// Begins to deliver; see ``Transport/start(_:)``.
    ///
    /// - Throws: ``WireError/system(_:doing:)`` if the socket cannot be watched.
    package func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            guard state.open else { return }
            state.receiver = receiver
            try watch(&state)
        }
    }

    private func watch(_ state: inout State) throws(WireError) {
        do throws(Errno) {
            // The loop keeps the transport alive until `close`, since it reads the socket's number.
            state.token = try loop.watch(socket.rawValue, for: Self.interest(state)) { self.ready($0) }
        } catch {
            throw .system(error, doing: "watching a socket")
        }
    }

    /// Sends a packet; see ``Transport/send(_:_:)``.
    ///
    /// - Throws: ``WireError/closed(_:)``, ``WireError/tooLarge(_:limit:)`` if the backlog exceeds a limit, and
    ///   ``WireError/system(_:doing:)``.
    package func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError) {
        try state.withLock { (state) throws(WireError) in try send(packet, descriptors, &state) }
    }

    /// Sends packets; see ``Transport/send(together:_:)``.
    ///
    /// - Throws: the errors of ``send(_:_:)``.
    package func send(together packets: [[UInt8]], _ descriptors: DescriptorBag?) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            for (place, packet) in packets.enumerated() { try send(packet, place == 0 ? descriptors : nil, &state) }
        }
    }

    private func send(_ packet: [UInt8], _ descriptors: DescriptorBag?, _ state: inout State) throws(WireError) {
        guard state.open else { throw .closed("this end has been closed") }
        let waiting = !state.backlog.isEmpty
        if !waiting, try transmit(packet, descriptors, &state) { return }
        try state.backlog.append(Backlog.Entry(packet: packet, descriptors: descriptors))
        if !waiting { try rewatch(state) }
    }

    /// Whether all packets have been sent.
    package var isFlowing: Bool { state.withLock { $0.backlog.isEmpty } }

    /// Runs `body` once all packets have been sent; see ``Transport/whenFlowing(_:)``.
    package func whenFlowing(_ body: @escaping @Sendable () -> Void) {
        let isFlowing = state.withLock { state in
            if !state.backlog.isEmpty { state.whenFlowing.append(body) }
            return state.open && state.backlog.isEmpty
        }
        if isFlowing { body() }
    }

    /// Ends the transport; see ``Transport/close()``.
    package func close() {
        closeOnce()
    }

    /// - Returns: false if it had already been closed.
    @discardableResult
    private func closeOnce() -> Bool {
        // The backlog is released outside the lock: closing its descriptors may take a while, and a function that
        // waited for room may use this transport again.
        let left = state.withLock { state -> State? in
            guard state.open else { return nil }
            defer { state = State(open: false) }
            return state
        }
        guard let left else { return false }
        if let token = left.token { loop.unwatch(socket.rawValue, token) }
        if let rest = left.rest { loop.cancel(rest) }
        // The peer sees the end at once, even if this object is still retained.
        Packet.shutdown(socket.rawValue)
        return true
    }

    /// - Returns: false if the packet has to wait for room, or until the kernel takes descriptors again.
    private func transmit(
        _ packet: [UInt8], _ descriptors: DescriptorBag?, _ state: inout State
    ) throws(WireError) -> Bool {
        do throws(Errno) {
            return try Packet.send(packet, descriptors, on: socket.rawValue)
        } catch .tooManyReferences {
            // The kernel counts the descriptors that have been sent and not received, of all processes of a user together.
            // What others have sent is no error of this connection, and nobody tells when it has been received.
            state.isPaused = true
            _ = loop.schedule(at: .now + Self.pause) { [weak self] in self?.endPause() }
            return false
        } catch .brokenPipe {
            throw .closed("the peer has gone")
        } catch .connectionReset {
            throw .closed("the peer has gone")
        } catch {
            throw .system(error, doing: "sending a message")
        }
    }

    private static func interest(_ state: State) -> EventLoop.Readiness {
        var interest: EventLoop.Readiness = state.isReading ? .readable : []
        if !state.backlog.isEmpty, !state.isPaused { interest.insert(.writable) }
        return interest
    }

    private func rewatch(_ state: State) throws(WireError) {
        // Before `start` the socket is not watched; `start` takes the backlog into account.
        guard let token = state.token else { return }
        do { try loop.rewatch(socket.rawValue, token, for: Self.interest(state)) } catch {
            throw .system(error, doing: "watching a socket")
        }
    }

    private func endPause() {
        state.withLock { state in
            state.isPaused = false
            // If the socket can no longer be watched, reading finds its end.
            if state.open { try? rewatch(state) }
        }
    }

    private func ready(_ readiness: EventLoop.Readiness) {
        guard let receiver = state.withLock({ $0.receiver }) else { return }
        do {
            if readiness.isWritable { try flush() }
            // Also after the peer hung up, because what it sent before has to be read.
            guard readiness.isReadableOrHungUp else { return }
            if disposal.count > WireLimits.unclosedDescriptors {
                // What a peer has left that hung up would only add to them; the kernel drops it with the socket.
                guard readiness.isDisjoint(with: .hungUp) else { return finish(nil, receiver) }
                awaitDisposal()
            }
            if try rests(readiness) { return }
            try charging { () throws(WireError) in try read(receiver) }
        } catch {
            finish(error, receiver)
        }
    }

    /// Whether nothing may be read now, also of what a peer has left that hung up. Its socket is not watched meanwhile, because the
    /// kernel reports the end again and again, whatever is waited for.
    private func rests(_ readiness: EventLoop.Readiness) throws(WireError) -> Bool {
        try state.withLock { (state) throws(WireError) in
            guard state.open, !state.isReading else { return false }
            if readiness.isDisjoint(with: .hungUp) {
                try rewatch(state)
            } else if let token = state.token {
                loop.unwatch(socket.rawValue, token)
                state.token = nil
            }
            return true
        }
    }

    /// Charges the time that something takes to the peer. If its budget is overdrawn then, nothing is read for a while.
    private func charging(_ body: () throws(WireError) -> Void) throws(WireError) {
        guard let reading = state.withLock({ $0.budget?.reading }) else { return try body() }
        try body()
        try state.withLock { (state) throws(WireError) in
            guard state.open, let pause = state.budget?.charge(since: reading, at: .now), pause > .zero,
                state.rest == nil
            else { return }
            state.rest = loop.schedule(at: .now + pause) { [weak self] in
                self?.readAgain { $0.rest = nil }
            }
            try rewatch(state)
        }
    }

    private func readAgain(_ ending: (inout State) -> Void) {
        state.withLock { state in
            guard state.open else { return }
            ending(&state)
            // It fails only without memory; the peer then stays unread.
            if state.isReading, state.token == nil { try? watch(&state) } else { try? rewatch(state) }
        }
    }

    private func flush() throws(WireError) {
        let waiting = try state.withLock { (state) throws(WireError) -> [@Sendable () -> Void] in
            guard state.open, !state.backlog.isEmpty else { return [] }
            while let next = state.backlog.first {
                do throws(WireError) {
                    guard try transmit(next.packet, next.descriptors, &state) else {
                        if state.isPaused { try rewatch(state) }
                        return []
                    }
                } catch .closed {
                    // Reading finds the end, after what the peer sent before it closed the socket.
                    state.backlog = Backlog()
                    break
                }
                state.backlog.removeFirst()
            }
            try rewatch(state)
            defer { state.whenFlowing = [] }
            return state.whenFlowing
        }
        for body in waiting { body() }
    }

    /// Reads one packet, so that all connections get their turn. The event loop calls again while there are more.
    private func read(_ receiver: @Sendable (TransportEvent) -> Void) throws(WireError) {
        let buffer = loop.scratch
        let received: Packet.Received
        do throws(Errno) {
            received = try receive(into: buffer)
        } catch {
            throw .system(error, doing: "receiving a message")
        }
        switch received {
        case .nothing: return
        case .end: finish(nil, receiver)
        case .packet(_, _, truncated: true):
            throw .malformed("a packet larger than a frame, or with more descriptors than one may have")
        case .packet(let count, let descriptors, truncated: false):
            receiver(.packet(UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors))
        }
    }

    /// Reads nothing further until the kernel has closed what the peer has sent.
    private func awaitDisposal() {
        let begins = state.withLock { state in
            defer { state.awaitsDisposal = true }
            return !state.awaitsDisposal
        }
        guard begins else { return }
        disposal.whenEmpty { [weak self] in
            self?.readAgain { $0.awaitsDisposal = false }
        }
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Packet.Received {
        let socket = socket.rawValue
        do throws(Errno) {
            return try Packet.receive(
                into: buffer, from: socket, takingDescriptors: takesDescriptors, closedBy: disposal)
        } catch .connectionReset {
            // The peer has closed its end with packets unread. The kernel says so once, before the packets that it sent.
            do throws(Errno) {
                return try Packet.receive(
                    into: buffer, from: socket, takingDescriptors: takesDescriptors, closedBy: disposal)
            } catch .connectionReset {
                return .end
            }
        }
    }

    private func finish(_ error: WireError?, _ receiver: @Sendable (TransportEvent) -> Void) {
        if closeOnce() { receiver(.end(error)) }
    }
}
