extension String {
    /// Whether comparing and hashing the text takes linear time.
    ///
    /// Both sort sequences of combining marks, in a time that is quadratic in their number: a key of 200 kB takes seconds.
    /// Unicode's Stream-Safe Text Format (UAX #15) allows 30 marks in sequence, which is more than any language needs. An
    /// untrusted text is checked before it is used as a key.
    package var isStreamSafe: Bool {
        // Scalars that are encoded without such bytes are not combining marks.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.isReordered ? marks + 1 : 0
            guard marks <= 30 else { return false }
        }
        return true
    }
}

extension String {
    /// The text with at most 30 combining marks in a row: the first ones of each row. See ``isStreamSafe``.
    package var streamSafe: String {
        guard !isStreamSafe else { return self }
        var safe = UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.isReordered ? marks + 1 : 0
            if marks <= 30 { safe.append(scalar) }
        }
        return String(safe)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a combining mark, or one of the three letters that decompose into combining marks only.
    fileprivate var isReordered: Bool {
        guard value >= 0x300 else { return false }
        return properties.canonicalCombiningClass != .notReordered || [0xF73, 0xF75, 0xF81].contains(value)
    }
}
