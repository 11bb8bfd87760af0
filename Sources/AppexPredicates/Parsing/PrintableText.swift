extension StringProtocol {
    /// The text with every invisible or control character replaced by a visible one.
    var printable: String {
        String(map { $0.isPrintable ? $0 : $0.isWhitespace ? " " : "\u{FFFD}" })
    }

    /// The first 40 characters of the text, for messages.
    var excerpt: String {
        let start = prefix(40)
        return start.endIndex == endIndex ? printable : start.printable + "…"
    }
}

extension Character {
    /// Whether the character is visible and does not affect its surroundings.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
    }
}
