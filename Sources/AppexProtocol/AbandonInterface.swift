package import AppexWire

extension BrokerInterface {
    /// Ends a session because of what the extension did or failed to do. If no other session uses the process, the
    /// process is ended and a report is written.
    ///
    /// - Direction: client to broker. The client may lie: it can only end what ``Close`` could end as well, and its
    ///   words go into the report as the host's claim. An unknown session is answered without a report.
    /// - Answer: when the process has ended, or at once when other sessions keep it alive.
    package struct Abandon: WireRequest, WireRecord {
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

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            reason = try field(\.reason, .choice("the reason"))
            detail = try field(\.detail, .string(atMost: Self.detailLimit, "the bytes of a reason"))
        }
    }

    /// The reply to ``Abandon``.
    package struct Abandoned: WireRecord, Sendable, Equatable {
        /// The identifier of the report; nil if none was written.
        package var report: String?

        /// Creates a reply.
        package init(report: String?) { self.report = report }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            report = try field(\.report, .optional(.string))
        }
    }
}
