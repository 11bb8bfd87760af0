/// Likely causes of syntax errors: mistakes seen in real rules.
enum SyntaxHint {
    /// A build tool replaced `$name` by the value of its own variable, which is empty.
    static let expandedVariable =
        "A build tool may have expanded $name as one of its own variables; escape the dollar sign for it."

    /// The hint for a character that cannot start a token.
    static func forSign(at place: Int, of source: PredicateSource) -> String? {
        for entity in ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"] as [StaticString]
        where source.continues(at: place, with: entity) {
            return "\(entity) is an XML entity; the text seems to have been escaped twice."
        }
        guard let character = source.character(at: place) else { return nil }
        switch character {
        case "“", "”", "„", "‟", "«", "»": return "Use straight quotation marks: \"…\"."
        case "‘", "’", "‚", "‛", "‹", "›", "`", "´": return "Use straight quotation marks: \"…\" or '…'."
        case "\\": return "A string starts with a quotation mark without a backslash."
        case "&": return "Write AND or &&."
        case "|": return "Write OR or ||."
        case ":": return "Write := for an assignment."
        case "–", "—", "−": return "This is a dash; write a hyphen for minus."
        case "≤", "≥", "≠": return "Write <=, >= or !=."
        case ";": return "A text contains one predicate; combine two with AND or OR."
        case _ where character.isLetter: return "Write a key with letters other than a to z as SELF.\"…\"."
        default: return character.isWhitespace ? "This is not an ordinary space." : nil
        }
    }

    /// The hint for a keyword in the place of a key.
    static func forReservedWord(_ word: String) -> String {
        "\(word.excerpt) is a reserved word; write #\(word.excerpt) for a key of that name."
    }
}
