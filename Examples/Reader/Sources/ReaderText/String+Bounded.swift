extension String {
    /// The beginning of the text, as many whole Unicode scalars as have at most this many bytes of UTF-8.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(limit, 0))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// The text on one line, with single spaces between its words.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
