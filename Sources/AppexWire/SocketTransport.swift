package import AppexSystem
import Synchronization
import SystemPackage

/// Packets over a `SOCK_SEQPACKET` socket, read on the event loop and sent from the caller's thread.
package final class SocketTransport: Transport {
    private struct State {
        var token: EventLoop.Token?
        var backlog: [(packet: [UInt8], descriptors: DescriptorBag?)] = []
        var backlogBytes = 0
        var open = true
    }

    private let socket: Descriptor
    private let loop: EventLoop
    private let state = Mutex(State())

    /// Takes over a connected socket.
    package init(_ socket: consuming Descriptor, on loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    deinit { close() }

    package func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError) {
        do {
            // The loop keeps the transport alive until `close`, since it reads the socket's number.
            let token = try loop.watch(socket.rawValue, for: .readable) { readiness in
                self.ready(readiness, receiver)
            }
            let closedMeanwhile = state.withLock { state in
                state.token = token
                return !state.open
            }
            if closedMeanwhile { loop.unwatch(socket.rawValue, token) }
        } catch {
            throw .system(error, doing: "watching a socket")
        }
    }

    package func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            guard state.open else { throw .closed("this end has been closed") }
            if state.backlog.isEmpty, try Self.transmit(packet, descriptors, socket.rawValue) { return }
            guard state.backlogBytes + packet.count <= WireLimits.backlogBytes else {
                throw .tooLarge("what waits for a peer that does not read", limit: WireLimits.backlogBytes)
            }
            state.backlog.append((packet, descriptors))
            state.backlogBytes += packet.count
            if state.backlog.count == 1 { try rewatch(state.token, [.readable, .writable]) }
        }
    }

    package func close() {
        let token = state.withLock { state -> EventLoop.Token? in
            guard state.open else { return nil }
            state.open = false
            state.backlog = []
            return state.token
        }
        if let token { loop.unwatch(socket.rawValue, token) }
        shutdownSocket()
    }

    /// The peer sees the end at once, even while the loop's thread still holds this object.
    private func shutdownSocket() {
        Packet.shutdown(socket.rawValue)
    }

    private static func transmit(_ packet: [UInt8], _ descriptors: DescriptorBag?, _ socket: CInt) throws(WireError) -> Bool {
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

    private func rewatch(_ token: EventLoop.Token?, _ readiness: EventLoop.Readiness) throws(WireError) {
        guard let token else { return }
        do { try loop.rewatch(socket.rawValue, token, for: readiness) } catch {
            throw .system(error, doing: "watching a socket")
        }
    }

    private func ready(_ readiness: EventLoop.Readiness, _ receiver: @Sendable (TransportEvent) -> Void) {
        do {
            if readiness.contains(.writable) { try flush() }
            // Hung up as well: what the peer sent before it went is still to be read.
            if !readiness.isDisjoint(with: [.readable, .hungUp]) { try read(receiver) }
        } catch {
            finish(error, receiver)
        }
    }

    private func flush() throws(WireError) {
        try state.withLock { (state) throws(WireError) in
            var sent = 0
            while sent < state.backlog.count {
                let next = state.backlog[sent]
                guard try Self.transmit(next.packet, next.descriptors, socket.rawValue) else { break }
                state.backlogBytes -= next.packet.count
                sent += 1
            }
            state.backlog.removeFirst(sent)
            if state.open, state.backlog.isEmpty { try rewatch(state.token, .readable) }
        }
    }

    /// One packet a turn: fair among connections, and the loop comes back while there is more.
    private func read(_ receiver: @Sendable (TransportEvent) -> Void) throws(WireError) {
        try withUnsafeTemporaryAllocation(byteCount: WireLimits.frameBytes, alignment: 16) { (buffer) throws(WireError) in
            let received: Packet.Received
            do throws(Errno) {
                received = try Packet.receive(into: buffer, from: socket.rawValue)
            } catch .connectionReset {
                received = .end
            } catch {
                throw .system(error, doing: "receiving a message")
            }
            guard state.withLock({ $0.open }) else { return }
            switch received {
            case .nothing: return
            case .end: finish(nil, receiver)
            case .packet(_, _, truncated: true): throw .malformed("a packet that does not fit a frame")
            case .packet(let count, let descriptors, truncated: false):
                receiver(.packet(UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors))
            }
        }
    }

    private func finish(_ error: WireError?, _ receiver: @Sendable (TransportEvent) -> Void) {
        let wasOpen = state.withLock { $0.open }
        close()
        if wasOpen { receiver(.end(error)) }
    }
}
