/// A record that an extension has logged with swift-log, as the text of one ``LogLine``: the level in brackets, the label,
/// the message, and the metadata as `key=value`.
///
/// An extension could also print such a text itself, which only affects its own log.
package struct LogRecord: Sendable, Hashable {
    /// The levels of swift-log, the least severe first.
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case trace, debug, info, notice, warning, error, critical

        /// Whether `left` is less severe.
        package static func < (left: Level, right: Level) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// The level of the record.
    package var level: Level
    /// The label of the logger, without spaces and colons.
    package var label: String
    /// The message and the metadata.
    package var text: String

    /// The maximum size of a record in bytes. With its line end it can be written to a pipe atomically (`PIPE_BUF`).
    package static let limit = 4095

    /// Creates a record, and shortens texts that are too long.
    ///
    /// - Parameter metadata: the metadata, which are written in the order of the keys.
    package init(level: Level, label: String, message: String, metadata: [String: String]) {
        self.level = level
        let plain = Self.line(label).unicodeScalars.map { $0 == " " || $0 == "\t" || $0 == ":" ? "_" : $0 }
        self.label = String(String.UnicodeScalarView(plain)).cut(to: Self.labelLimit)
        var text = Self.line(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where text.utf8.count < Self.limit {
            text += " \(Self.line(key))=\(value.cut(to: Self.limit).quotedUnlessPlain)"
        }
        self.text = text.tamed().cut(to: Self.limit - self.label.utf8.count - Self.frame)
    }

    /// Parses the text of a log line.
    ///
    /// - Returns: nil if the text is not a record, but was printed.
    package init?(_ text: some StringProtocol) {
        guard text.begins(with: "["), let end = text.utf8.firstIndex(of: UInt8(ascii: "]")),
            let level = Level(rawValue: String(text[text.utf8.index(after: text.startIndex)..<end]))
        else { return nil }
        let rest = text[text.utf8.index(after: end)...]
        guard rest.begins(with: " "), let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let label = rest[rest.utf8.index(after: rest.startIndex)..<colon]
        let message = rest[rest.utf8.index(after: colon)...]
        guard !label.isEmpty, !label.has(" "), message.begins(with: " ") else { return nil }
        self.level = level
        self.label = String(label)
        self.text = String(message[message.utf8.index(after: message.startIndex)...])
    }

    /// The text of the line.
    package var description: String { "[\(level.rawValue)] \(label): \(text)" }

    private static let labelLimit = 256
    /// The size of brackets, the longest level, the colon and spaces, in bytes.
    private static let frame = 14

    /// Shortens a text, and converts it to one line.
    private static func line(_ text: String) -> String {
        text.cut(to: limit).escapingScalars { $0 == "\n" ? "\\n" : nil }.tamed()
    }
}

extension String {
    /// The text unchanged if it is one word, otherwise in quotation marks with escapes, so that it cannot be mistaken for
    /// several values or lines.
    package var quotedUnlessPlain: String {
        let isPlain = allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "\"" && $0 != "\\" && $0 >= " " }
        return isPlain && !isEmpty ? self : debugDescription
    }

    /// Shortens a text to at most `limit` bytes. A shortened text ends with an ellipsis.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        var end = utf8.index(utf8.startIndex, offsetBy: max(0, limit - mark.utf8.count))
        // Back to the beginning of a character.
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + mark
    }
}
