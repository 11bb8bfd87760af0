import AppexSystem
package import SystemPackage

/// An error of a connection, or of encoding or decoding a message.
package enum WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The connection has ended; with the reason, as far as it is known.
    case closed(String)
    /// No reply came within the time limit of the call.
    case timedOut(after: Duration)
    /// The peer did not acknowledge the request.
    case unresponsive
    /// The call was cancelled, and the peer has been told.
    case cancelled
    /// The bytes do not follow the protocol.
    case malformed(String)
    /// A value exceeds a bound of ``WireLimits``.
    case tooLarge(String, limit: Int)
    /// The two ends support no common version of the protocol.
    case incompatible(peer: ClosedRange<UInt16>, own: ClosedRange<UInt16>)
    /// The peer answered with a failure.
    case remote(RemoteFailure)
    /// A system call failed.
    case system(Errno, doing: String)

    package var description: String {
        switch self {
        case .closed(let why): "the connection is closed: \(why)"
        case .timedOut(let limit): "no reply within \(limit.inRoundedSeconds)"
        case .unresponsive: "the peer does not respond"
        case .cancelled: "the call was cancelled"
        case .malformed(let what): "malformed message: \(what)"
        case .tooLarge(let what, let limit): "\(what) exceeds the limit of \(limit)"
        case .incompatible(let peer, let own):
            "the peer speaks \(Hello.text(peer)) of the protocol, and this end \(Hello.text(own))"
        case .remote(let failure): failure.message
        case .system(let error, let doing): "\(doing): \(error)"
        }
    }
}
