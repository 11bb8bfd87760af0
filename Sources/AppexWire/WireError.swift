package import SystemPackage

/// What can go wrong between two ends of a connection.
package enum WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The peer has gone, or this end was closed; says why as far as known.
    case closed(String)
    /// No reply within the deadline of the call.
    case timedOut(after: Duration)
    /// The peer did not even say that the request arrived.
    case unresponsive
    /// The calling task was cancelled; the peer has been told.
    case cancelled
    /// The bytes do not follow the protocol.
    case malformed(String)
    /// A value exceeds a bound of ``WireLimits``.
    case tooLarge(String, limit: Int)
    /// The peer answered with an error of its own.
    case remote(RemoteFailure)
    /// The kernel refused.
    case system(Errno, doing: String)

    package var description: String {
        switch self {
        case .closed(let why): "the connection is closed: \(why)"
        case .timedOut(let limit): "no reply within \(limit)"
        case .unresponsive: "the peer does not respond"
        case .cancelled: "the call was cancelled"
        case .malformed(let what): "malformed message: \(what)"
        case .tooLarge(let what, let limit): "\(what) exceeds the limit of \(limit)"
        case .remote(let failure): failure.message
        case .system(let error, let doing): "\(doing): \(error)"
        }
    }
}
