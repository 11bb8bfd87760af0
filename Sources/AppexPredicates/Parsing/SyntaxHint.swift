/// What has probably gone wrong where a predicate's text makes no sense: mistakes seen in real rules.
enum SyntaxHint {
    /// A build tool took `$name` for one of its variables, and put nothing in its place.
    static let expandedVariable =
        "A build tool may have taken $name for a variable of its own and expanded it to nothing; keep it from that."

    /// For a character that begins nothing.
    static func forSign(at place: Int, of source: PredicateSource) -> String? {
        for entity in ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"] as [StaticString]
        where source.continues(at: place, with: entity) {
            return "\(entity) is written for XML; the text seems to have been escaped twice."
        }
        guard let character = source.character(at: place) else { return nil }
        switch character {
        case "“", "”", "„", "‟", "«", "»": return "Strings have straight quotation marks: \"…\"."
        case "‘", "’", "‚", "‛", "‹", "›", "`", "´": return "Strings have straight quotation marks: \"…\" or '…'."
        case "\\": return "A string begins with a quotation mark, without a backslash before it."
        case "&": return "And is written AND or &&."
        case "|": return "Or is written OR or ||."
        case ":": return "An assignment is written :=."
        case "–", "—", "−": return "This is a dash; minus is written with a hyphen."
        case "≤", "≥", "≠": return "Write <=, >= or !=."
        case ";": return "A text is one predicate; write AND or OR between two."
        case _ where character.isLetter: return "A key with letters other than a to z is written SELF.\"…\"."
        default: return character.isWhitespace ? "This is no ordinary blank." : nil
        }
    }

    /// For a keyword where a key was expected.
    static func forReservedWord(_ word: String) -> String {
        "\(word.excerpt) is a reserved word; as a key it is written #\(word.excerpt)."
    }
}
