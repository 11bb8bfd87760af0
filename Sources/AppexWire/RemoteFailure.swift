import AppexManifest

/// An error that the peer reports for a request. Its texts may say anything; only their size is checked.
package struct RemoteFailure: WireValue, Error, Sendable, Equatable {
    /// A stable identifier for programs.
    package var code: String
    /// One sentence for people.
    package var message: String
    /// The identifier of a report about what happened; nil if there is none.
    package var report: String?

    /// The largest code in bytes. A longer one is truncated when it is encoded, so that every failure can be sent.
    package static let codeBytes = 64
    /// The largest message in bytes. A longer one is truncated when it is encoded.
    package static let messageBytes = 2048
    /// The largest identifier of a report in bytes. A longer one is truncated when it is encoded.
    package static let reportBytes = 64

    /// Creates a failure.
    package init(code: String, message: String, report: String? = nil) {
        self.code = code
        self.message = message
        self.report = report
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(code.shortened(toBytes: Self.codeBytes))
        try encoder.string(message.shortened(toBytes: Self.messageBytes))
        try encoder.optional(report) { (encoder, report) throws(WireError) in
            try encoder.string(report.shortened(toBytes: Self.reportBytes))
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        code = try decoder.string()
        guard code.utf8.count <= Self.codeBytes else { throw .tooLarge("a failure code", limit: Self.codeBytes) }
        message = try decoder.string()
        guard message.utf8.count <= Self.messageBytes else {
            throw .tooLarge("a failure message", limit: Self.messageBytes)
        }
        report = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        guard report?.utf8.count ?? 0 <= Self.reportBytes else {
            throw .tooLarge("a report's identifier", limit: Self.reportBytes)
        }
    }
}

/// The failure codes with which a connection itself answers.
package enum WireFailure {
    /// The handler released the request without an answer.
    package static let unanswered = "unanswered"
    /// The sender has too many requests in flight. It may try again after an answer.
    package static let tooManyRequests = "too-many-requests"
    /// The reply could not be sent.
    package static let unsendable = "reply-unsendable"
    /// The body is not the message that the code names. The connection ends afterwards.
    package static let malformed = "malformed"
}
