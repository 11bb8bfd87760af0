package import AppexWire

extension BrokerInterface {
    /// Ends a session because of what the extension did or failed to do. If no other session uses the process, the
    /// process is ended and a report is written.
    ///
    /// - Direction: client to broker. The client may lie: it can only end what ``Close`` could end as well, and its
    ///   words go into the report as the host's claim. An unknown session is answered without a report.
    /// - Answer: when the process has ended, or at once when other sessions keep it alive.
    package struct Abandon: WireRequest {
        /// The report, if one was written.
        package typealias Reply = Abandoned
        /// The message code on the wire.
        package static let code: UInt16 = 0x10F
        /// The session, from ``Opened`` or ``Parked``.
        package var session: UInt64
        /// What the extension did wrong.
        package var reason: Reason
        /// What exactly it did, as the end of a sentence; empty if there is nothing to add. At most 256 bytes of UTF-8:
        /// a longer one counts as malformed.
        package var detail: String

        /// Bytes; about two lines in a report.
        private static let detailLimit = 256

        /// What the extension did wrong.
        package enum Reason: UInt8, Sendable, CaseIterable {
            /// It did not answer within the time that the host allowed.
            case timedOut
            /// It closed the session's socket without an answer.
            case hungUp
            /// It sent something that the protocol does not allow.
            case brokeProtocol
        }

        /// Creates a request.
        ///
        /// - Parameter detail: left out if it is longer than 256 bytes.
        package init(session: UInt64, reason: Reason, detail: String = "") {
            self.session = session
            self.reason = reason
            self.detail = detail.utf8.count <= Self.detailLimit ? detail : ""
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            encoder.integer(reason.rawValue)
            try encoder.string(detail)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            let raw = try decoder.integer(UInt8.self)
            guard let reason = Reason(rawValue: raw) else { throw .malformed("the reason \(raw)") }
            self.reason = reason
            detail = try decoder.string()
            guard detail.utf8.count <= Self.detailLimit else {
                throw .tooLarge("the bytes of a reason", limit: Self.detailLimit)
            }
        }
    }

    /// The reply to ``Abandon``.
    package struct Abandoned: WireValue, Sendable, Equatable {
        /// The identifier of the report; nil if none was written.
        package var report: String?

        /// Creates a reply.
        package init(report: String?) { self.report = report }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.optional(report) { (encoder, report) throws(WireError) in try encoder.string(report) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            report = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        }
    }
}
