/// Operands: constants, variables, paths, functions, and everything in parentheses, brackets or braces.
extension PredicateParser {
    /// Reads an operand and the path steps after it.
    mutating func postfixed() throws(SyntaxFault) -> Term {
        try postfixed(try operand())
    }

    /// Reads the path steps after an operand.
    mutating func postfixed(_ operand: Term) throws(SyntaxFault) -> Term {
        guard case .expression(let expression) = operand.meaning else { return operand }
        var base = expression
        var steps: [PathStep] = []
        /// Levels below the path: those of its base or of an index.
        var depth = operand.depth
        if case .path(let inner, let before) = expression { (base, steps, depth) = (inner, before, depth - 1) }
        while true {
            if try skip(.dot) {
                switch try memberStep() {
                case .step(let path): steps += path
                case .call(let selector):
                    let arguments = try arguments()
                    let target = try level(above: depth) - (steps.isEmpty ? 1 : 0)
                    base = .call(Expression(base: base, steps: steps), selector, arguments.expressions)
                    steps = []
                    depth = try level(above: max(target, arguments.depth))
                }
            } else if try skip(.openBracket) {
                let (step, inner) = try indexStep()
                steps.append(step)
                depth = max(depth, inner)
            } else {
                break
            }
        }
        if !steps.isEmpty { depth = try level(above: depth) }
        return Term(
            meaning: .expression(Expression(base: base, steps: steps)), depth: depth, start: operand.start)
    }

    private enum MemberStep {
        case step([PathStep])
        case call(String)
    }

    /// Reads what follows a dot.
    private mutating func memberStep() throws(SyntaxFault) -> MemberStep {
        switch token.kind {
        case .name(let name):
            try advance()
            let isCall = token.kind == .sign(.open) || name.utf8.contains(UInt8(ascii: ":"))
            return isCall ? .call(name) : .step([.key(name)])
        case .escapedName(let name), .string(let name):
            try advance()
            return .step([.key(name)])
        case .collectionOperator(let name):
            return .step([try collectionStep(name)])
        case .placeholder(.keyPath):
            return .step(try keyPathArgument())
        case .keyword(let keyword):
            throw unexpected("a key", hint: SyntaxHint.forReservedWord(keyword.rawValue))
        default:
            throw unexpected("a key")
        }
    }

    /// The step for the collection operator at the current token.
    private mutating func collectionStep(_ name: String) throws(SyntaxFault) -> PathStep {
        guard FunctionCatalogue.collectionOperators.contains(name) else {
            let known = FunctionCatalogue.collectionOperators.sorted().map { "@" + $0 }.joined(separator: ", ")
            throw unexpected("a collection operator", hint: "The collection operators are \(known).")
        }
        try advance()
        return .collection(name)
    }

    /// Reads what follows an opening bracket, up to the closing one.
    private mutating func indexStep() throws(SyntaxFault) -> (PathStep, depth: Int) {
        let symbol: PathStep? =
            switch token.kind {
            case .keyword(.first): .first
            case .keyword(.last): .last
            case .keyword(.size): .size
            default: nil
            }
        guard let symbol else {
            try enter()
            let (index, depth) = try expression()
            try expect(.closeBracket)
            leave()
            return (.index(index), depth)
        }
        try advance()
        try expect(.closeBracket)
        return (symbol, 0)
    }

    /// Reads one operand without path steps.
    private mutating func operand() throws(SyntaxFault) -> Term {
        switch token.kind {
        case .string(let text): return try constant(.string(text))
        case .integer(let value):
            return try constant(Int64(exactly: value).map(PredicateValue.integer) ?? .real(Double(value)))
        case .real(let value): return try constant(.real(value))
        case .variable(let name): return try variable(name)
        case .name(let name): return try named(name)
        case .escapedName(let name): return try key(name)
        case .collectionOperator(let name): return try collectionOperator(name)
        case .placeholder(let placeholder): return try argument(placeholder)
        case .sign(.open): return try bracketed()
        case .sign(.openBrace): return try aggregate()
        case .keyword(let keyword): return try word(keyword)
        default: throw unexpected("an expression", hint: expandedVariableHint)
        }
    }

    /// The term for a key at the current token.
    private mutating func key(_ name: String) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        return .expression(.keyPath(name), depth: 2, at: start)
    }

    /// The term for a collection operator on the evaluated object, at the current token.
    private mutating func collectionOperator(_ name: String) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        return .expression(.path(.evaluatedObject, [try collectionStep(name)]), depth: 2, at: start)
    }

    /// Reads expressions in braces.
    private mutating func aggregate() throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        let (elements, depth) = try list(until: .closeBrace)
        return .expression(.aggregate(elements), depth: try level(above: depth), at: start)
    }

    /// The term for a constant at the current token.
    private mutating func constant(_ value: PredicateValue) throws(SyntaxFault) -> Term {
        try constant(.expression(.constant(value)))
    }

    /// The term for the current token, which has a meaning of its own.
    private mutating func constant(_ meaning: Term.Meaning) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        return Term(meaning: meaning, depth: 1, start: start)
    }

    /// The term for a keyword at the current token.
    private mutating func word(_ keyword: Keyword) throws(SyntaxFault) -> Term {
        switch keyword {
        case .true, .yes: return try constant(.boolean(true))
        case .false, .no: return try constant(.boolean(false))
        case .null, .nil: return try constant(.null)
        case .self: return try constant(.expression(.evaluatedObject))
        case .anyKey: return try constant(.expression(.anyKey))
        case .truePredicate: return try constant(.predicate(.constant(true)))
        case .falsePredicate: return try constant(.predicate(.constant(false)))
        case .subquery, .ternary, .cast, .fetch, .function: return try special(keyword)
        default:
            throw unexpected(
                "an expression", hint: expandedVariableHint ?? SyntaxHint.forReservedWord(keyword.rawValue))
        }
    }

    /// Reads a variable and, if one follows, an assignment to it.
    private mutating func variable(_ name: String) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        guard try skip(.assign) else { return .expression(.variable(name), at: start) }
        try enter()
        let (value, depth) = try expression()
        leave()
        return .expression(.assignment(name, value), depth: try level(above: depth), at: start)
    }

    /// Reads a predicate or an expression in parentheses.
    private mutating func bracketed() throws(SyntaxFault) -> Term {
        try advance()
        try enter()
        var term = try term(.or)
        leave()
        switch term.meaning {
        case .predicate: try expect(.close, "AND, OR or \")\"")
        case .expression: try expect(.close, "an operator or \")\"")
        }
        term.isBracketed = true
        return term
    }

    /// Reads expressions separated by commas, up to a sign.
    private mutating func list(
        until end: Token.Sign
    ) throws(SyntaxFault) -> (expressions: [Expression], depth: Int) {
        if try skip(end) { return ([], 0) }
        try enter()
        var expressions: [Expression] = []
        var deepest = 0
        repeat {
            let (expression, depth) = try expression()
            expressions.append(expression)
            deepest = max(deepest, depth)
        } while try skip(.comma)
        try expect(end, "an operator, a comma or \"\(end.rawValue)\"")
        leave()
        return (expressions, deepest)
    }

    /// Reads a function's arguments in parentheses.
    private mutating func arguments() throws(SyntaxFault) -> (expressions: [Expression], depth: Int) {
        try expect(.open, "\"(\" and the function's arguments")
        return try list(until: .close)
    }

    /// Reads a key or a function, whose name is the current token.
    private mutating func named(_ name: String) throws(SyntaxFault) -> Term {
        let start = token.range.lowerBound
        try advance()
        guard token.kind == .sign(.open) || name.utf8.contains(UInt8(ascii: ":")) else {
            return .expression(.keyPath(name), depth: 2, at: start)
        }
        let (expressions, depth) = try arguments()
        return .expression(
            try function(name, of: expressions, at: start), depth: try level(above: depth), at: start)
    }

    /// The function with a name and arguments, if there is one.
    private func function(
        _ name: String, of expressions: [Expression], at start: Int
    ) throws(SyntaxFault) -> Expression {
        guard let fullName = FunctionCatalogue.fullName(of: name, argumentCount: expressions.count),
            let counts = FunctionCatalogue.argumentCounts[fullName]
        else {
            let neighbours = FunctionCatalogue.neighbours(of: name).joined(separator: ", ")
            throw source.fault(
                at: start, expected: "a function", found: "\"\(name.excerpt)\"",
                hint: neighbours.isEmpty ? nil : "Similar functions: \(neighbours).")
        }
        guard counts.contains(expressions.count) else {
            let count = counts.count > 1 ? "one argument or more" : counts.lowerBound.arguments
            throw source.fault(at: start, expected: "\(count) for \(fullName)", found: "\(expressions.count)")
        }
        return .function(fullName, expressions)
    }

    /// The likely cause of a missing operand in a text that contains no variable.
    var expandedVariableHint: String? {
        guard !source.bytes.contains(UInt8(ascii: "$")) else { return nil }
        switch token.kind {
        case .sign(.comma), .sign(.dot): return SyntaxHint.expandedVariable
        default: return InfixOperator(token.kind) == nil ? nil : SyntaxHint.expandedVariable
        }
    }
}

extension Int {
    /// "no arguments", "1 argument", "2 arguments".
    fileprivate var arguments: String {
        self == 0 ? "no arguments" : self == 1 ? "1 argument" : "\(self) arguments"
    }
}

extension Expression {
    /// A path, or only its base if there are no steps.
    fileprivate init(base: Expression, steps: [PathStep]) {
        self = steps.isEmpty ? base : .path(base, steps)
    }
}
