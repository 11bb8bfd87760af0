extension Unicode.Scalar {
    /// Whether a terminal displays the scalar as itself. Control characters control the terminal; format characters can
    /// reverse the direction of writing, for example.
    package var isVisible: Bool {
        // A fast path for ASCII, which avoids looking up the Unicode properties.
        if isASCII { return (0x20..<0x7F).contains(value) }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension String {
    /// The text in one line, safe for terminals: every invisible scalar except the tab is replaced.
    package func tamed(by replacement: Unicode.Scalar = " ") -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isVisible || $0 == "\t" ? $0 : replacement }))
    }

    /// The text in its lines, safe for terminals: every invisible scalar except the tab and the line feed becomes a space. A
    /// carriage return is one of them.
    package func tamedLines() -> String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.isVisible || $0 == "\t" || $0 == "\n" ? $0 : " " }))
    }

    /// The beginning of the text, at most `limit` bytes of UTF-8, cut between scalars.
    ///
    /// The limit is in bytes, because one character can have any number of them.
    package func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var count = 0
        return String(
            unicodeScalars.prefix { scalar in
                count += UTF8.width(scalar)
                return count <= limit
            })
    }
}
