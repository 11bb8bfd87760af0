extension Unicode.Scalar {
    /// Whether a terminal shows it as itself. Control characters steer a terminal; format characters turn the
    /// direction of writing round, among others.
    package var isVisible: Bool {
        // Most are of ASCII, for which the look into the tables would be the dear part.
        if isASCII { return (0x20..<0x7F).contains(value) }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension String {
    /// The same text in one line that steers no terminal: what is not visible, other than the tab, is replaced.
    package func tamed(by replacement: Unicode.Scalar = " ") -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isVisible || $0 == "\t" ? $0 : replacement }))
    }

    /// The beginning of the text in at most `limit` bytes of UTF-8, cut between scalars.
    ///
    /// Bounds are in bytes because one character can have any number of them.
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
