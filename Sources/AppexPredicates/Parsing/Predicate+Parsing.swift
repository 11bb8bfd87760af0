extension Predicate {
    /// Reads a predicate's text, in the whole language of Apple's format strings.
    ///
    /// The text is hostile: its length, nesting and number of words are bounded by ``PredicateLimits``, and the
    /// time grows with the length. Functions are checked by name and number of arguments; whether keys exist and
    /// kinds match only shows when the predicate is evaluated.
    ///
    /// - Parameter format: the text; blanks and line ends around it and in it do not matter.
    /// - Parameter arguments: what is put in for `%@`, `%K`, `%d` and so on, in order. A placeholder inside of
    ///   quotation marks is plain text.
    /// - Throws: an error with the place of the first thing that cannot be read, or of a placeholder whose
    ///   argument is missing or of the wrong kind.
    package init(parsing format: String, arguments: [PredicateArgument] = []) throws(PredicateSyntaxError) {
        self = try PredicateParser.read(format, arguments) { (parser) throws(SyntaxFault) in
            try parser.readPredicate()
        }
    }
}

extension Expression {
    /// Reads an expression's text; see ``Predicate/init(parsing:arguments:)``.
    package init(parsing format: String, arguments: [PredicateArgument] = []) throws(PredicateSyntaxError) {
        self = try PredicateParser.read(format, arguments) { (parser) throws(SyntaxFault) in
            try parser.readExpression()
        }
    }
}
