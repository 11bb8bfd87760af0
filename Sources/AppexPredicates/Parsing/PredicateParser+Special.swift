/// The words that are not followed by a plain list of expressions, and placeholders.
extension PredicateParser {
    /// Reads `SUBQUERY`, `TERNARY`, `CAST`, `FETCH` or `FUNCTION` and its arguments.
    mutating func special(_ keyword: Keyword) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        try expect(.open, "\"(\" after \(keyword.rawValue)")
        try enter()
        let (expression, depth) =
            switch keyword {
            case .subquery: try subquery()
            case .ternary: try ternary()
            case .cast: try cast()
            case .fetch: try fetch()
            default: try call()
            }
        leave()
        return .expression(expression, depth: try level(above: depth), at: start)
    }

    private mutating func subquery() throws(SyntaxFault) -> (Expression, depth: Int) {
        let (collection, depth) = try expression()
        try expectComma("a variable such as $item")
        guard case .variable(let name) = token.kind else {
            throw unexpected("a variable such as $item", hint: expandedVariableHint)
        }
        try advance()
        try expectComma("a predicate")
        let (predicate, inner) = try predicate()
        try expect(.close, "AND, OR or \")\"")
        return (.subquery(collection, name, predicate), max(depth, inner))
    }

    private mutating func ternary() throws(SyntaxFault) -> (Expression, depth: Int) {
        let (condition, depth) = try predicate()
        try expectComma("the value if the predicate holds")
        let (yes, yesDepth) = try expression()
        try expectComma("the value if it does not hold")
        let (no, noDepth) = try expression()
        try expect(.close)
        return (.conditional(condition, yes, no), max(depth, yesDepth, noDepth))
    }

    private mutating func cast() throws(SyntaxFault) -> (Expression, depth: Int) {
        let (value, depth) = try expression()
        try expectComma("a type's name")
        guard case .string(let type) = token.kind else {
            throw unexpected("a type's name in quotation marks, such as \"NSNumber\"")
        }
        try advance()
        try expect(.close)
        // Some constants can only be written as a cast.
        if case .constant(let constant) = value, let written = constant.literal(castTo: type) {
            return (.constant(written), depth)
        }
        return (.cast(value, type), depth)
    }

    private mutating func fetch() throws(SyntaxFault) -> (Expression, depth: Int) {
        let (request, depth) = try expression()
        try expectComma("an expression for the context")
        let (context, contextDepth) = try expression()
        try expectComma("YES or NO")
        let countOnly: Bool
        switch token.kind {
        case .keyword(.yes), .keyword(.true): countOnly = true
        case .keyword(.no), .keyword(.false): countOnly = false
        default: throw unexpected("YES or NO")
        }
        try advance()
        try expect(.close)
        return (.fetch(request, context, countOnly: countOnly), max(depth, contextDepth))
    }

    private mutating func call() throws(SyntaxFault) -> (Expression, depth: Int) {
        let (target, targetDepth) = try expression()
        try expectComma("a function's name")
        guard case .string(let selector) = token.kind else {
            throw unexpected("a function's name in quotation marks")
        }
        try advance()
        var arguments: [Expression] = []
        var deepest = targetDepth
        while try skip(.comma) {
            let (argument, depth) = try expression()
            arguments.append(argument)
            deepest = max(deepest, depth)
        }
        try expect(.close, "a comma or \")\"")
        return (.call(target, selector, arguments), deepest)
    }

    /// Reads a comma; the error says what has to follow it.
    private mutating func expectComma(_ next: String) throws(SyntaxFault) {
        try expect(.comma, "a comma and \(next)")
    }

    // MARK: - Placeholders

    /// The term for the argument of the placeholder at the current token.
    mutating func argument(_ placeholder: Token.Placeholder) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        if placeholder == .keyPath {
            return .expression(.path(.evaluatedObject, try keyPathArgument()), depth: 2, at: start)
        }
        let argument = try nextArgument()
        let depth = argument.depth
        // Only here are the text and the argument combined, so only here their total depth is known.
        _ = try level(above: depth - 1)
        switch (placeholder, argument) {
        case (.value, .predicate(let predicate)):
            try advance()
            return .predicate(predicate, depth: depth, at: start)
        case (.value, .expression(let expression)):
            try advance()
            return .expression(expression, depth: depth, at: start)
        case (_, .value(let value)) where placeholder.accepts(value):
            try advance()
            return .expression(.constant(value), depth: depth, at: start)
        default:
            throw wrongKind(placeholder.wanted, argument)
        }
    }

    /// The path steps for the argument of `%K`.
    mutating func keyPathArgument() throws(SyntaxFault) -> [PathStep] {
        let argument = try nextArgument()
        guard case .value(.string(let path)) = argument else { throw wrongKind("a key path", argument) }
        var steps: [PathStep] = []
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard part.hasPrefix("@") else {
                steps.append(.key(String(part)))
                continue
            }
            let name = String(part.dropFirst())
            guard FunctionCatalogue.collectionOperators.contains(name) else {
                throw unexpected("a key path whose operators are known, found \"\(part.excerpt)\" in it")
            }
            steps.append(.collection(name))
        }
        try advance()
        return steps
    }

    private func wrongKind(_ wanted: String, _ argument: PredicateArgument) -> SyntaxFault {
        source.fault(
            at: token.range.lowerBound, expected: "\(wanted) for \(source.text(token.range).excerpt)",
            found: argument.kindName)
    }
}

extension PredicateArgument {
    /// The levels of the tree that it becomes, cut off above the limit.
    fileprivate var depth: Int {
        switch self {
        case .value(let value): value.depth(limit: PredicateLimits.depth)
        case .predicate(let predicate): predicate.depth(limit: PredicateLimits.depth)
        case .expression(let expression): expression.depth(limit: PredicateLimits.depth)
        }
    }

    fileprivate var kindName: String {
        switch self {
        case .value(let value): value.kindName
        case .predicate: "a predicate"
        case .expression: "an expression"
        }
    }
}

extension Token.Placeholder {
    /// The kind of argument that the placeholder takes, for messages.
    fileprivate var wanted: String {
        switch self {
        case .value: "a value"
        case .keyPath: "a key path"
        case .integer: "an integer"
        case .real: "a number"
        case .character: "a character"
        case .string: "a string"
        }
    }

    fileprivate func accepts(_ value: PredicateValue) -> Bool {
        switch (self, value) {
        case (.value, _), (.integer, .integer), (.integer, .boolean), (.character, .integer), (.string, .string),
            (.real, .integer), (.real, .real):
            true
        case (.character, .string(let text)): text.count == 1
        default: false
        }
    }
}
