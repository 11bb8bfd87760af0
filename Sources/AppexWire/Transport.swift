package import AppexSystem

/// Carries packets both ways, in order, and says once when it is over.
package protocol Transport: AnyObject, Sendable {
    /// Begins to deliver. Called once. `receiver` is called from one thread at a time.
    func start(_ receiver: @escaping @Sendable (TransportEvent) -> Void) throws(WireError)

    /// Sends a packet, now or when the peer has room again; never waits.
    ///
    /// - Throws: ``WireError/closed(_:)`` when the peer has gone, ``WireError/tooLarge(_:limit:)``
    ///   when so much is waiting that the peer must count as gone.
    func send(_ packet: [UInt8], _ descriptors: DescriptorBag?) throws(WireError)

    /// Whether nothing waits for the peer to make room.
    var isFlowing: Bool { get }

    /// Runs `body` once nothing waits for the peer to make room: in this call, or later on the loop's thread.
    /// Never when the transport ends before.
    func whenFlowing(_ body: @escaping @Sendable () -> Void)

    /// Ends it. What the peer already has room for still arrives; what waited for room does not. The
    /// receiver may be running just now, but is not called again.
    func close()
}

/// What a transport delivers.
package enum TransportEvent {
    /// A packet; the bytes are valid during the call only.
    case packet(UnsafeRawBufferPointer, DescriptorBag?)
    /// The end, exactly once unless this end was closed; nil when the peer just closed.
    case end(WireError?)
}
