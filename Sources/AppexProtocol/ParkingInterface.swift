package import AppexWire

extension BrokerInterface {
    /// Starts an extension ahead of need: loaded, in its sandbox, with a session on which nothing has begun. The
    /// reply's one descriptor is the session's socket; it has none without a session.
    ///
    /// The session is as one that was opened, but that nobody joins the process before ``Use``, and that it may be
    /// given up at any time, which the client is told by ``Died``.
    package struct Park: WireRequest {
        package typealias Reply = Parked
        package static let code: UInt16 = 0x118
        package var identifier: String

        package init(identifier: String) { self.identifier = identifier }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.string(identifier) }
        package init(from decoder: inout WireDecoder) throws(WireError) { identifier = try decoder.string() }
    }

    package struct Parked: WireValue, Sendable, Equatable {
        /// Names the session on this client's connection; nil when nothing was started, because a process is there
        /// that can be joined, or because memory is short.
        package var session: UInt64?

        package init(session: UInt64?) { self.session = session }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.optional(session) { (encoder, session) throws(WireError) in encoder.integer(session) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.optional { (decoder) throws(WireError) in try decoder.integer() }
        }
    }

    /// The client has begun a request on a session that was parked: from now on it is like any other.
    ///
    /// - Direction: client to broker. Order: once for each parked session, before ``Answered`` and ``Close``. One
    ///   about a session that is not this client's, or is not parked, changes nothing: it may just have been given up.
    package struct Use: WireMessage {
        package static let code: UInt16 = 0x119
        package var session: UInt64
        /// What the session is for.
        package var summary: RequestSummary

        package init(session: UInt64, summary: RequestSummary) {
            self.session = session
            self.summary = summary
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            try encoder.value(summary)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            summary = try RequestSummary(from: &decoder)
        }
    }
}
