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

/// An error that a peer reports for one request. Nothing in it is trusted but its size.
package struct RemoteFailure: WireValue, Error, Sendable, Equatable {
    /// A stable word for programs.
    package var code: String
    /// One sentence for people.
    package var message: String

    /// Longest message that is sent; longer ones are cut.
    private static let messageBytes = 2048

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(code)
        try encoder.string(String(message.prefix(Self.messageBytes / 4)))
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        code = try decoder.string()
        message = try decoder.string()
    }
}
