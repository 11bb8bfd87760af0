/// How the bodies of messages travel that are larger than a frame, in both directions of a connection. Both ends have to agree.
package enum LargeBodies: Sendable, Equatable {
    /// In sealed memory files, which are descriptors. Faster.
    case inMemoryFiles
    /// In several frames, one after the other. For connections over which no descriptors are taken from the peer.
    ///
    /// - Parameter atMost: bytes of a body of the peer, which is disconnected when it sends more. This end sends
    ///   ``WireLimits/bodyBytes`` at most.
    case inPieces(atMost: Int)

    /// Bytes of a body of the peer that is put together from pieces; 0 if bodies do not come in pieces.
    var pieceLimit: Int {
        if case .inPieces(let limit) = self { limit } else { 0 }
    }
}
