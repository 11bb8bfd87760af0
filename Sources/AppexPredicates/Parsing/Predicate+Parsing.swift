extension Predicate {
    /// Parses a predicate in the full language of Apple's format strings.
    ///
    /// The text is not trusted: its length, nesting and number of tokens are bounded by ``PredicateLimits``, and
    /// parsing takes linear time. Functions are checked for their name and number of arguments; whether keys exist and
    /// kinds match shows only when the predicate is evaluated.
    ///
    /// - Parameter format: the text; white space is ignored between tokens.
    /// - Parameter arguments: the values for `%@`, `%K`, `%d` and so on, in order. A placeholder within quotation marks
    ///   is plain text.
    /// - Throws: ``PredicateSyntaxError`` at the first token that does not fit, or at a placeholder whose argument is
    ///   missing or of the wrong kind.
    package init(parsing format: String, arguments: [PredicateArgument] = []) throws(PredicateSyntaxError) {
        self = try PredicateParser.read(format, arguments) { (parser) throws(SyntaxFault) in
            try parser.readPredicate()
        }
    }
}

extension Expression {
    /// Parses an expression, as ``Predicate/init(parsing:arguments:)`` parses a predicate.
    ///
    /// - Throws: ``PredicateSyntaxError`` at the first token that does not fit, or at a placeholder whose argument is
    ///   missing or of the wrong kind.
    package init(parsing format: String, arguments: [PredicateArgument] = []) throws(PredicateSyntaxError) {
        self = try PredicateParser.read(format, arguments) { (parser) throws(SyntaxFault) in
            try parser.readExpression()
        }
    }
}
