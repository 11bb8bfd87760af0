extension StringProtocol {
    /// The text with one harmless sign for each character that has no shape of its own.
    var printable: String {
        String(map { $0.isPrintable ? $0 : $0.isWhitespace ? " " : "\u{FFFD}" })
    }

    /// The beginning of the text, as part of a message: at most 40 characters.
    var excerpt: String {
        let start = prefix(40)
        return start.endIndex == endIndex ? printable : start.printable + "…"
    }
}

extension Character {
    /// Whether it has a shape, and does nothing to what is around it.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
    }
}
