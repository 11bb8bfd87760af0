package import AppexSystem

/// Carries packets in both directions, in order, and reports its end once.
package protocol Transport: AnyObject, Sendable {
    /// Begins to deliver. Called once.
    ///
    /// - Parameter receiver: called from one thread at a time.
    /// - Throws: ``WireError/system(_:doing:)`` if the transport cannot be watched.
    func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError)

    /// Sends a packet now, or as soon as the peer has room. It never blocks.
    ///
    /// - Throws: ``WireError/closed(_:)`` if either end has been closed, ``WireError/tooLarge(_:limit:)`` if so much is
    ///   waiting that the peer counts as gone, and ``WireError/system(_:doing:)``.
    func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError)

    /// Sends packets in order, without others between them; otherwise as ``send(_:_:)``. The descriptors travel with the first.
    func send(together packets: [[UInt8]], _ descriptors: DescriptorBag?) throws(WireError)

    /// Whether all packets have been sent.
    var isFlowing: Bool { get }

    /// Runs `body` once all packets have been sent: in this call, or later on the event loop's thread. It is not run if
    /// the transport ends first.
    func whenFlowing(_ body: @escaping @Sendable () -> Void)

    /// Ends the transport. Packets that have been sent still arrive; those that wait for room are dropped. The receiver
    /// is not called again, although a call of it may still be running.
    func close()
}

/// An event that a transport delivers.
package enum TransportEvent {
    /// A packet. The bytes are valid only during the call.
    case packet(UnsafeRawBufferPointer, DescriptorBag?)
    /// The end, exactly once unless this end closed the transport; nil if the peer closed it without a fault.
    case end(WireError?)
}
