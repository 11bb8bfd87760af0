/// What has been read so far: a predicate or an expression, which only what follows can tell in `(a …`.
struct Term {
    enum Meaning {
        case predicate(Predicate)
        case expression(Expression)
    }

    var meaning: Meaning
    /// Levels of the tree.
    var depth: Int
    /// Where it begins, in bytes.
    var start: Int
    /// Whether it is in brackets. Only then a predicate can stand where a value has to: `(a > 1) == YES`.
    var isBracketed = false

    static func expression(_ expression: Expression, depth: Int = 1, at start: Int) -> Term {
        Term(meaning: .expression(expression), depth: depth, start: start)
    }

    static func predicate(_ predicate: Predicate, depth: Int = 1, at start: Int) -> Term {
        Term(meaning: .predicate(predicate), depth: depth, start: start)
    }
}
