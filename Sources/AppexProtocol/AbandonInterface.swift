package import AppexWire

extension BrokerInterface {
    /// Ends a session because of what the extension did or failed to do. A process that serves nobody else is stopped,
    /// and a report is written.
    ///
    /// The answer comes when the process has ended, and at once when it is kept for others.
    package struct Abandon: WireRequest {
        package typealias Reply = Abandoned
        package static let code: UInt16 = 0x10F
        package var session: UInt64
        package var reason: Reason
        /// What exactly it did, as the end of a sentence; empty for nothing more than the reason. At most
        /// ``detailLimit`` bytes.
        package var detail: String

        /// A line.
        private static let detailLimit = 256

        package enum Reason: UInt8, Sendable, CaseIterable {
            /// It did not answer in the time that the host gave it.
            case timedOut
            /// It closed the session's socket without an answer.
            case hungUp
            /// It sent what the protocol does not have.
            case brokeProtocol
        }

        /// - Parameter detail: nothing of it when it is too long.
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

    package struct Abandoned: WireValue, Sendable, Equatable {
        /// The identifier of the report; nil when none has been written yet.
        package var report: String?

        package init(report: String?) { self.report = report }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.optional(report) { (encoder, report) throws(WireError) in try encoder.string(report) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            report = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        }
    }
}
