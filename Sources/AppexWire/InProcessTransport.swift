package import AppexSystem
import Synchronization

/// Both ends in one process, for tests: the same frames, codec and order as over a socket, without
/// the kernel in between.
package final class InProcessTransport: Transport {
    private struct State {
        var receiver: (@Sendable (TransportEvent) -> Void)?
        /// What arrived before `start`; nil in an element is the end.
        var early: [([UInt8], DescriptorBag?)?] = []
        var open = true
    }

    private let loop: EventLoop
    private let state = Mutex(State())
    private let peer = Mutex<InProcessTransport?>(nil)

    private init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Two connected ends, delivered on the given loop.
    package static func pair(on loop: EventLoop) -> (InProcessTransport, InProcessTransport) {
        let first = InProcessTransport(loop)
        let second = InProcessTransport(loop)
        first.peer.withLock { $0 = second }
        second.peer.withLock { $0 = first }
        return (first, second)
    }

    package func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError) {
        let early = state.withLock { state in
            state.receiver = receiver
            defer { state.early = [] }
            return state.early
        }
        for item in early { loop.execute { self.hand(item, to: receiver) } }
    }

    package func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError) {
        guard state.withLock({ $0.open }), let peer = peer.withLock({ $0 }) else { throw .closed("the peer has gone") }
        loop.execute { peer.deliver((packet, descriptors)) }
    }

    package func close() {
        let wasOpen = state.withLock { state in
            defer { state.open = false }
            return state.open
        }
        let other = peer.withLock { peer in
            defer { peer = nil }
            return peer
        }
        guard wasOpen, let other else { return }
        loop.execute { other.deliver(nil) }
    }

    private func deliver(_ item: ([UInt8], DescriptorBag?)?) {
        let receiver = state.withLock { state -> (@Sendable (TransportEvent) -> Void)? in
            if state.receiver == nil { state.early.append(item) }
            return state.open ? state.receiver : nil
        }
        if let receiver { hand(item, to: receiver) }
    }

    private func hand(_ item: ([UInt8], DescriptorBag?)?, to receiver: @Sendable (TransportEvent) -> Void) {
        if let (packet, descriptors) = item {
            packet.withUnsafeBytes { receiver(.packet($0, descriptors)) }
        } else {
            close()
            receiver(.end(nil))
        }
    }
}
