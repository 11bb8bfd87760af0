/// Parses a predicate's text into its tree, by operator precedence and without backtracking.
///
/// Parentheses can contain a predicate or an expression, which only the first operator decides. Both are therefore
/// parsed by one function into a ``Term``; trying one after the other would take exponential time.
struct PredicateParser {
    let source: PredicateSource
    private var lexer: PredicateLexer
    /// The current token, which has not been consumed yet.
    private(set) var token: Token
    /// The arguments that no placeholder has consumed yet.
    private var arguments: ArraySlice<PredicateArgument>
    private var nesting = 0

    /// Parses the whole text.
    ///
    /// - Parameter read: parses what the text has to be.
    static func read<Value>(
        _ text: String, _ arguments: [PredicateArgument], _ read: (inout PredicateParser) throws(SyntaxFault) -> Value
    ) throws(PredicateSyntaxError) -> Value {
        let source = PredicateSource(text)
        do throws(SyntaxFault) {
            guard text.utf8.count <= PredicateLimits.textBytes else {
                throw source.fault(
                    at: PredicateLimits.textBytes, expected: "a text of at most \(PredicateLimits.textBytes) bytes",
                    found: "\(text.utf8.count) bytes")
            }
            var parser = try PredicateParser(source, arguments)
            return try read(&parser)
        } catch {
            throw source.error(error)
        }
    }

    private init(_ source: PredicateSource, _ arguments: [PredicateArgument]) throws(SyntaxFault) {
        self.source = source
        self.arguments = arguments[...]
        lexer = PredicateLexer(source)
        token = try lexer.next()
    }

    /// Parses the whole text as a predicate.
    mutating func readPredicate() throws(SyntaxFault) -> Predicate {
        guard token.kind != .end else { throw unexpected("a predicate") }
        let predicate = try predicate().predicate
        try expectEnd("AND, OR or the end of the text")
        return predicate
    }

    /// Parses the whole text as an expression.
    mutating func readExpression() throws(SyntaxFault) -> Expression {
        let expression = try expression().expression
        try expectEnd("an operator or the end of the text")
        return expression
    }

    private func expectEnd(_ expected: String) throws(SyntaxFault) {
        guard token.kind == .end else { throw unexpected(expected) }
        guard arguments.isEmpty else {
            throw source.fault(
                at: token.range.lowerBound, expected: "a placeholder such as %@ for every argument",
                found: "the end of the text with \(arguments.count) left over")
        }
    }

    // MARK: - Parts

    /// Parses something that has to be a predicate.
    mutating func predicate(
        _ precedence: Precedence = .or
    ) throws(SyntaxFault) -> (predicate: Predicate, depth: Int) {
        let term = try term(precedence)
        return (try asPredicate(term), term.depth)
    }

    /// Parses something that has to be an expression.
    mutating func expression(
        _ precedence: Precedence = .set
    ) throws(SyntaxFault) -> (expression: Expression, depth: Int) {
        try asExpression(try term(precedence))
    }

    /// Parses the longest term whose operators bind at least this tightly.
    mutating func term(_ precedence: Precedence) throws(SyntaxFault) -> Term {
        var left = try prefixed(precedence)
        while let infix = InfixOperator(token.kind), infix.precedence >= precedence {
            left = try joined(left, infix)
        }
        return left
    }

    /// Parses the right side of an infix operator and combines the two sides.
    private mutating func joined(_ left: Term, _ infix: InfixOperator) throws(SyntaxFault) -> Term {
        switch infix {
        case .and, .or:
            var parts = [try asPredicate(left)]
            var depth = left.depth
            while InfixOperator(token.kind) == infix {
                try advance()
                let right = try predicate(infix.precedence.tighter)
                parts.append(right.predicate)
                depth = max(depth, right.depth)
            }
            return .predicate(infix == .and ? .and(parts) : .or(parts), depth: try level(above: depth), at: left.start)
        case .comparison(let comparison):
            return try compared(left, comparison, .direct)
        case .set(let operation):
            return try joined(left, infix) { .set(operation, $0, $1) }
        case .function(let name, _):
            return try joined(left, infix) { .function(name, [$0, $1]) }
        }
    }

    private mutating func joined(
        _ left: Term, _ infix: InfixOperator, by make: (Expression, Expression) -> Expression
    ) throws(SyntaxFault) -> Term {
        let (expression, depth) = try asExpression(left)
        try advance()
        let right = try self.expression(infix.precedence.tighter)
        return .expression(
            make(expression, right.expression), depth: try level(above: max(depth, right.depth)), at: left.start)
    }

    /// Parses the options and the right side of a comparison; the current token is its operator.
    private mutating func compared(
        _ left: Term, _ comparison: Comparison.Operator, _ modifier: Comparison.Modifier
    ) throws(SyntaxFault) -> Term {
        let (expression, depth) = try asExpression(left)
        try advance()
        let options = comparison.takesOptions ? try options() : []
        // This is a mistyped operator such as `===`, not a missing operand.
        if case .comparison = InfixOperator(token.kind) { throw unexpected("an expression") }
        let right = try self.expression()
        let result = Comparison(expression, comparison, right.expression, modifier: modifier, options: options)
        return .predicate(
            .comparison(result), depth: try level(above: max(depth, right.depth)), at: left.start)
    }

    /// Parses the letters in brackets that may follow an operator.
    private mutating func options() throws(SyntaxFault) -> Comparison.Options {
        guard try skip(.openBracket) else { return [] }
        var options: Comparison.Options = []
        if case .name(let letters) = token.kind {
            for letter in letters.lowercased() {
                guard let option = Comparison.Options(letter) else { throw unexpected("options out of c, d, n and l") }
                options.insert(option)
            }
            try advance()
        }
        try expect(.closeBracket, "options out of c, d, n and l, and \"]\"")
        return options
    }

    /// Parses a term without infix operators, but with the prefix operators of this precedence.
    ///
    /// Every case is a function of its own, here and for operands, to keep the stack frames of the recursive ones
    /// small.
    private mutating func prefixed(_ precedence: Precedence) throws(SyntaxFault) -> Term {
        switch token.kind {
        case .keyword(.not) where precedence <= .not, .sign(.not) where precedence <= .not: return try inverted()
        case .keyword(let word) where precedence <= .comparison:
            guard let modifier = Comparison.Modifier(word) else { return try postfixed() }
            return try modified(modifier)
        case .sign(.minus): return try negated()
        default: return try postfixed()
        }
    }

    /// Parses `NOT` and its operand.
    private mutating func inverted() throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        try enter()
        let (predicate, depth) = try predicate(.not)
        leave()
        return .predicate(.not(predicate), depth: try level(above: depth), at: start)
    }

    /// Parses `ANY`, `ALL` or `NONE` and its comparison.
    private mutating func modified(_ modifier: Comparison.Modifier) throws(SyntaxFault) -> Term {
        try advance()
        let left = try term(.set)
        guard case .comparison(let comparison) = InfixOperator(token.kind) else { throw expectedOperator() }
        return try compared(left, comparison, modifier)
    }

    /// Parses a unary minus and its operand.
    private mutating func negated() throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        if token.kind == .integer(1 << 63) {
            try advance()
            return try postfixed(.expression(.constant(.integer(.min)), at: start))
        }
        try enter()
        let (expression, depth) = try expression(.unary)
        leave()
        return .expression(expression.negated, depth: try level(above: depth), at: start)
    }
}

// MARK: - Tokens and depth

extension PredicateParser {
    /// Moves to the next token.
    mutating func advance() throws(SyntaxFault) {
        token = try lexer.next()
    }

    /// Consumes the current token if it is the sign, and returns whether it was.
    mutating func skip(_ sign: Token.Sign) throws(SyntaxFault) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        try advance()
        return true
    }

    /// Consumes a sign that has to be the current token.
    mutating func expect(_ sign: Token.Sign, _ expected: String? = nil) throws(SyntaxFault) {
        guard try skip(sign) else { throw unexpected(expected ?? "\"\(sign.rawValue)\"") }
    }

    /// Enters a nested level.
    ///
    /// - Throws: ``SyntaxFault`` if the nesting is too deep for the stack.
    mutating func enter() throws(SyntaxFault) {
        nesting += 1
        guard nesting <= PredicateLimits.depth else { throw tooDeep(at: token.range.lowerBound) }
    }

    /// Leaves a nested level. Parsing that ends with a fault need not call it.
    mutating func leave() {
        nesting -= 1
    }

    /// The level of a node above others of this depth: a chain of operators nests, too.
    ///
    /// - Throws: ``SyntaxFault`` if the tree becomes too deep.
    func level(above depth: Int) throws(SyntaxFault) -> Int {
        guard depth < PredicateLimits.depth else { throw tooDeep(at: token.range.lowerBound) }
        return depth + 1
    }

    /// The argument for the placeholder at the current token.
    mutating func nextArgument() throws(SyntaxFault) -> PredicateArgument {
        guard let argument = arguments.popFirst() else {
            throw source.fault(
                at: token.range.lowerBound, expected: "an argument for \(source.text(token.range).excerpt)",
                found: "no more arguments")
        }
        return argument
    }

    private func tooDeep(at place: Int) -> SyntaxFault {
        source.fault(at: place, expected: "at most \(PredicateLimits.depth) levels of nesting", found: "one more")
    }

    /// A fault at the current token.
    func unexpected(_ expected: String, hint: String? = nil) -> SyntaxFault {
        source.fault(
            at: token.range.lowerBound, expected: expected, found: token.words(in: source),
            hint: hint ?? token.hint)
    }

    private func expectedOperator() -> SyntaxFault {
        unexpected("an operator such as == or CONTAINS")
    }

    /// The parsed term as a predicate.
    private func asPredicate(_ term: Term) throws(SyntaxFault) -> Predicate {
        switch term.meaning {
        case .predicate(let predicate): return predicate
        case .expression(.constant(.boolean)), .expression(.path), .expression(.variable):
            throw unexpected(
                "an operator such as == or CONTAINS",
                hint: token.hint ?? "A value alone is not a predicate; add == YES.")
        case .expression: throw expectedOperator()
        }
    }

    /// The parsed term as an expression. A predicate in parentheses has the value YES or NO.
    private func asExpression(_ term: Term) throws(SyntaxFault) -> (Expression, Int) {
        switch term.meaning {
        case .expression(let expression):
            return (expression, term.depth)
        case .predicate(let predicate) where term.isBracketed:
            let value = Expression.conditional(predicate, .constant(.boolean(true)), .constant(.boolean(false)))
            return (value, try level(above: term.depth))
        case .predicate:
            throw unexpected("AND, OR or the end", hint: "A predicate has to be in parentheses to be compared.")
        }
    }
}
