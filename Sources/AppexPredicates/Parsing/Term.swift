/// The term parsed so far: a predicate or an expression, which after `(a …` only the next tokens decide.
struct Term {
    enum Meaning {
        case predicate(Predicate)
        case expression(Expression)
    }

    var meaning: Meaning
    /// Levels of the tree.
    var depth: Int
    /// The byte offset of its first token.
    var start: Int
    /// Whether it is in parentheses. Only then a predicate can take the place of a value: `(a > 1) == YES`.
    var isBracketed = false

    static func expression(_ expression: Expression, depth: Int = 1, at start: Int) -> Term {
        Term(meaning: .expression(expression), depth: depth, start: start)
    }

    static func predicate(_ predicate: Predicate, depth: Int = 1, at start: Int) -> Term {
        Term(meaning: .predicate(predicate), depth: depth, start: start)
    }
}
