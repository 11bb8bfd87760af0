package import AppexSystem
import Synchronization
import SystemPackage

/// Packets over a `SOCK_SEQPACKET` socket, read on the event loop and sent from the caller's thread.
package final class SocketTransport: Transport {
    private struct State {
        var token: EventLoop.Token?
        var backlog = Backlog()
        /// What is done once the backlog is empty.
        var whenFlowing: [@Sendable () -> Void] = []
        var open = true
    }

    /// Closed when the transport goes and not before: a sender, or the loop's thread, may be using the
    /// number while another thread closes the transport.
    private let socket: Descriptor
    private let loop: EventLoop
    private let takesDescriptors: Bool
    private let state = Mutex(State())

    /// Takes over a connected socket.
    ///
    /// - Parameter takesDescriptors: whether the peer may send descriptors. The kernel drops those of a peer that may not:
    ///   to close one of a file system that does not answer would hold up whoever does.
    package init(_ socket: consuming Descriptor, on loop: EventLoop, takesDescriptors: Bool = true) {
        self.socket = socket
        self.loop = loop
        self.takesDescriptors = takesDescriptors
    }

    deinit { close() }

    package func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            guard state.open else { return }
            do throws(Errno) {
                // The loop keeps the transport alive until `close`, since it reads the socket's number.
                state.token = try loop.watch(socket.rawValue, for: Self.interest(state)) { readiness in
                    self.ready(readiness, receiver)
                }
            } catch {
                throw .system(error, doing: "watching a socket")
            }
        }
    }

    package func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            guard state.open else { throw .closed("this end has been closed") }
            let waiting = !state.backlog.isEmpty
            if !waiting, try Self.transmit(packet, descriptors, socket.rawValue) { return }
            try state.backlog.append(Backlog.Entry(packet: packet, descriptors: descriptors))
            if !waiting { try rewatch(state) }
        }
    }

    package var isFlowing: Bool { state.withLock { $0.backlog.isEmpty } }

    package func whenFlowing(_ body: @escaping @Sendable () -> Void) {
        let isFlowing = state.withLock { state in
            if !state.backlog.isEmpty { state.whenFlowing.append(body) }
            return state.open && state.backlog.isEmpty
        }
        if isFlowing { body() }
    }

    package func close() {
        closeOnce()
    }

    /// - Returns: false when it was closed before.
    @discardableResult
    private func closeOnce() -> Bool {
        // What waited goes outside the lock: closing its descriptors may take a while, and what waited for room may
        // ask for this transport once more.
        let left = state.withLock { state -> State? in
            guard state.open else { return nil }
            defer { state = State(open: false) }
            return state
        }
        guard let left else { return false }
        if let token = left.token { loop.unwatch(socket.rawValue, token) }
        // The peer sees the end at once, even while somebody still holds this object.
        Packet.shutdown(socket.rawValue)
        return true
    }

    private static func transmit(_ packet: [UInt8], _ descriptors: DescriptorBag?, _ socket: CInt) throws(WireError)
        -> Bool
    {
        do throws(Errno) {
            return try Packet.send(packet, descriptors, on: socket)
        } catch .brokenPipe {
            throw .closed("the peer has gone")
        } catch .connectionReset {
            throw .closed("the peer has gone")
        } catch {
            throw .system(error, doing: "sending a message")
        }
    }

    private static func interest(_ state: State) -> EventLoop.Readiness {
        state.backlog.isEmpty ? .readable : [.readable, .writable]
    }

    private func rewatch(_ state: State) throws(WireError) {
        // Before `start` there is nothing to change; it looks at the backlog itself.
        guard let token = state.token else { return }
        do { try loop.rewatch(socket.rawValue, token, for: Self.interest(state)) } catch {
            throw .system(error, doing: "watching a socket")
        }
    }

    private func ready(_ readiness: EventLoop.Readiness, _ receiver: @Sendable (TransportEvent) -> Void) {
        do {
            if readiness.isWritable { try flush() }
            // Hung up as well: what the peer sent before it went is still to be read.
            if readiness.isReadableOrHungUp { try read(receiver) }
        } catch {
            finish(error, receiver)
        }
    }

    private func flush() throws(WireError) {
        let waiting = try state.withLock { (state) throws(WireError) -> [@Sendable () -> Void] in
            guard state.open, !state.backlog.isEmpty else { return [] }
            while let next = state.backlog.first {
                do throws(WireError) {
                    guard try Self.transmit(next.packet, next.descriptors, socket.rawValue) else { return [] }
                } catch .closed {
                    // Reading finds the end, after what the peer sent before it went.
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

    /// One packet a turn: fair among connections, and the loop comes back while there is more.
    private func read(_ receiver: @Sendable (TransportEvent) -> Void) throws(WireError) {
        let buffer = loop.scratch
        let received: Packet.Received
        do throws(Errno) {
            received = try Packet.receive(
                into: buffer, from: socket.rawValue, takingDescriptors: takesDescriptors)
        } catch .connectionReset {
            received = .end
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

    private func finish(_ error: WireError?, _ receiver: @Sendable (TransportEvent) -> Void) {
        if closeOnce() { receiver(.end(error)) }
    }
}
