extension String {
    /// Whether comparing and hashing the text takes time in proportion to its length.
    ///
    /// Both bring combining marks that follow each other into an order, which takes the square of their number: a key of
    /// 200 kB takes seconds. Unicode's Stream-Safe Text Format (UAX #15) allows 30 in a row, which is more than any
    /// language needs. A text of somebody who is not trusted is asked for this before it becomes a key.
    package var isStreamSafe: Bool {
        // All that is written with smaller bytes begins a character.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.isReordered ? marks + 1 : 0
            guard marks <= 30 else { return false }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// Whether it is a combining mark, or one of the three letters that consist of nothing else.
    fileprivate var isReordered: Bool {
        guard value >= 0x300 else { return false }
        return properties.canonicalCombiningClass != .notReordered || [0xF73, 0xF75, 0xF81].contains(value)
    }
}
