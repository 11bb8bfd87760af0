package import AppexSystem
import Synchronization

/// A transport between two ends in one process, for tests. Frames, encoding and order are those of a socket.
package final class InProcessTransport: Transport {
    private enum Item {
        case packet([UInt8], DescriptorBag?)
        case end
    }

    private typealias Receiver = @Sendable (TransportEvent) -> Void

    private struct State {
        var receiver: Receiver?
        /// The items that have arrived but are not delivered yet, in order.
        var inbox: [Item] = []
        var peer: InProcessTransport?
        var open = true
    }

    private let loop: EventLoop
    private let state = Mutex(State())

    private init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Creates two connected ends, which deliver on `loop`.
    package static func pair(on loop: EventLoop) -> (InProcessTransport, InProcessTransport) {
        let first = InProcessTransport(loop)
        let second = InProcessTransport(loop)
        first.state.withLock { $0.peer = second }
        second.state.withLock { $0.peer = first }
        return (first, second)
    }

    /// Begins to deliver; see ``Transport/start(_:)``.
    ///
    /// - Throws: nothing.
    package func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError) {
        state.withLock { $0.receiver = receiver }
        loop.execute { self.deliver() }
    }

    /// Sends a packet; see ``Transport/send(_:_:)``.
    ///
    /// - Throws: ``WireError/closed(_:)`` if either end has been closed.
    package func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError) {
        try send(together: [packet], descriptors)
    }

    /// Sends packets; see ``Transport/send(together:_:)``.
    ///
    /// - Throws: ``WireError/closed(_:)`` if either end has been closed.
    package func send(together packets: [[UInt8]], _ descriptors: DescriptorBag?) throws(WireError) {
        let (open, peer) = state.withLock { ($0.open, $0.peer) }
        guard open else { throw .closed("this end has been closed") }
        guard let peer, peer.accept(packets.enumerated().map { .packet($1, $0 == 0 ? descriptors : nil) })
        else { throw .closed("the peer has gone") }
    }

    /// True: a peer in the same process always has room.
    package var isFlowing: Bool { true }
    /// Runs `body` at once, because a peer in the same process always has room.
    package func whenFlowing(_ body: @escaping @Sendable () -> Void) { body() }

    /// Ends the transport; see ``Transport/close()``.
    package func close() {
        closeOnce()
    }

    /// - Returns: false if it had already been closed.
    @discardableResult
    private func closeOnce() -> Bool {
        let left = state.withLock { state -> State? in
            guard state.open else { return nil }
            defer { state = State(open: false) }
            return state
        }
        _ = left?.peer?.accept([.end])
        return left != nil
    }

    /// - Returns: false if this end is closed.
    private func accept(_ items: [Item]) -> Bool {
        let accepted = state.withLock { state in
            if state.open { state.inbox += items }
            return state.open
        }
        if accepted { loop.execute { self.deliver() } }
        return accepted
    }

    /// Delivers what has arrived. Runs only on the event loop's thread, which keeps the order.
    private func deliver() {
        let (receiver, items) = state.withLock { state in
            guard let receiver = state.receiver else { return (nil, []) as (Receiver?, [Item]) }
            defer { state.inbox = [] }
            return (receiver, state.inbox)
        }
        guard let receiver else { return }
        for item in items where state.withLock({ $0.open }) {
            switch item {
            case .packet(let packet, let descriptors):
                packet.withUnsafeBytes { receiver(.packet($0, descriptors)) }
            case .end:
                if closeOnce() { receiver(.end(nil)) }
            }
        }
    }
}
