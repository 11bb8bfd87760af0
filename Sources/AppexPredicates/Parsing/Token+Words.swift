extension Token {
    /// The token for messages: "a comma", "the word AND".
    func words(in source: PredicateSource) -> String {
        let text = source.text(range).excerpt
        return switch kind {
        case .end: "the end of the text"
        case .keyword, .name: "the word \(text)"
        case .string: "the string \(text)"
        case .integer, .real: "the number \(text)"
        case .variable: "the variable \(text)"
        case .sign(.comma): "a comma"
        case .sign(.dot): "a dot"
        case .escapedName, .collectionOperator, .placeholder, .sign: "\"\(text)\""
        }
    }

    /// The likely mistake when this token is unexpected; `nil` if unknown.
    var hint: String? {
        kind == .keyword(.not) ? "NOT precedes the whole comparison." : nil
    }
}
