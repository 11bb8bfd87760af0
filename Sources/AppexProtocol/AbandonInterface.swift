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

        package enum Reason: UInt8, Sendable, CaseIterable {
            /// It did not answer in the time that the host gave it.
            case timedOut
            /// It closed the session's socket without an answer.
            case hungUp
            /// It sent what the protocol does not have.
            case brokeProtocol
        }

        package init(session: UInt64, reason: Reason) {
            self.session = session
            self.reason = reason
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            encoder.integer(reason.rawValue)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            let raw = try decoder.integer(UInt8.self)
            guard let reason = Reason(rawValue: raw) else { throw .malformed("the reason \(raw)") }
            self.reason = reason
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
