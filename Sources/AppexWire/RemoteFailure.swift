/// An error that a peer reports for one request. Nothing in it is trusted but its size.
package struct RemoteFailure: WireValue, Error, Sendable, Equatable {
    /// A stable word for programs.
    package var code: String
    /// One sentence for people.
    package var message: String
    /// The identifier of a report about what happened; nil when there is none.
    package var report: String?

    /// Longest code and message that are sent; longer ones are cut, so that a failure can always be
    /// sent, whatever text it was made of.
    package static let codeBytes = 64
    package static let messageBytes = 2048
    package static let reportBytes = 64

    package init(code: String, message: String, report: String? = nil) {
        self.code = code
        self.message = message
        self.report = report
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(Self.cut(code, to: Self.codeBytes))
        try encoder.string(Self.cut(message, to: Self.messageBytes))
        try encoder.optional(report) { (encoder, report) throws(WireError) in
            try encoder.string(Self.cut(report, to: Self.reportBytes))
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

    /// The beginning of a text, without half a character at its end.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var count = 0
        return String(
            text.unicodeScalars.prefix { scalar in
                count += UTF8.width(scalar)
                return count <= limit
            })
    }
}

/// The failure codes by which a connection itself answers.
package enum WireFailure {
    /// The handler let go of the request without an answer.
    package static let unanswered = "unanswered"
    /// The peer has too much in flight. It may try again after an answer.
    package static let tooManyRequests = "too-many-requests"
    /// There was a reply, but it could not be sent.
    package static let unsendable = "reply-unsendable"
    /// The body is not the message that the code names. The connection ends after it.
    package static let malformed = "malformed"
}
