/// Splits a predicate's text into tokens, one at a time.
struct PredicateLexer {
    let source: PredicateSource
    private var place = 0
    private var count = 0

    init(_ source: PredicateSource) {
        self.source = source
    }

    /// The next token; at the end of the text always ``Token/Kind/end``.
    mutating func next() throws(SyntaxFault) -> Token {
        while source[place].isBlank { place += 1 }
        let start = place
        count += 1
        guard count <= PredicateLimits.tokens else {
            throw source.fault(
                at: start, expected: "at most \(PredicateLimits.tokens) words and signs", found: "one more")
        }
        guard start < source.bytes.count else { return Token(kind: .end, range: start..<start) }
        let kind = try kind(startingWith: source[start])
        return Token(kind: kind, range: start..<place)
    }

    private mutating func kind(startingWith byte: UInt8) throws(SyntaxFault) -> Token.Kind {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            var literal = StringLiteralReader(source, at: place)
            let text = try literal.read()
            place = literal.place
            return .string(text)
        case UInt8(ascii: "$"): return .variable(try name(after: "$"))
        case UInt8(ascii: "@"): return .collectionOperator(try name(after: "@"))
        case UInt8(ascii: "#"): return .escapedName(try name(after: "#"))
        case UInt8(ascii: "%"): return .placeholder(try placeholder())
        case _ where byte.isDigit:
            var literal = NumberLiteralReader(source, at: place)
            let number = try literal.read()
            place = literal.place
            return number
        case _ where byte.startsName: return word()
        default: return .sign(try sign())
        }
    }

    private mutating func skipName() {
        while source[place].continuesName { place += 1 }
    }

    /// Reads a name, a keyword, or the name of a function with its colons.
    private mutating func word() -> Token.Kind {
        let start = place
        skipName()
        // Two operators contain hyphens, which would otherwise be minus signs.
        if place - start == 3, source.continues(at: start, with: "UTI") {
            for (rest, keyword) in [("-CONFORMS-TO", Keyword.typeConformsTo), ("-EQUALS", .typeEquals)]
                as [(StaticString, Keyword)]
            where source.continues(at: place, with: rest)
                && !source[place + rest.utf8CodeUnitCount].continuesName
            {
                place += rest.utf8CodeUnitCount
                return .keyword(keyword)
            }
        }
        if let keyword = Keyword(word: source.bytes[start..<place]) { return .keyword(keyword) }
        while source[place] == UInt8(ascii: ":"), source[place + 1] != UInt8(ascii: "=") {
            place += 1
            skipName()
        }
        return .name(source.text(start..<place))
    }

    /// Reads the name after a sign.
    private mutating func name(after sign: String) throws(SyntaxFault) -> String {
        place += 1
        let start = place
        skipName()
        guard start < place, source[start].startsName else {
            place = start
            throw unexpected("a name after \(sign)")
        }
        return source.text(start..<place)
    }

    private mutating func placeholder() throws(SyntaxFault) -> Token.Placeholder {
        let start = place
        place += 1
        while "hlqLzjt".utf8.contains(source[place]) { place += 1 }
        let letter = source[place]
        place += 1
        switch letter {
        case UInt8(ascii: "@"): return .value
        case UInt8(ascii: "K"): return .keyPath
        case _ where "dDiuUoOxX".utf8.contains(letter): return .integer
        case _ where "fFeEgGaA".utf8.contains(letter): return .real
        case _ where "cC".utf8.contains(letter): return .character
        case _ where "sS".utf8.contains(letter): return .string
        default:
            place = start + 1
            throw unexpected(
                "one of @ K d i u x f g e c s after %",
                hint: "A literal percent sign has to be within quotation marks.")
        }
    }

    private mutating func sign() throws(SyntaxFault) -> Token.Sign {
        for (text, sign) in Self.signs where source.continues(at: place, with: text) {
            place += text.utf8CodeUnitCount
            return sign
        }
        throw unexpected("a word, a value or an operator", hint: SyntaxHint.forSign(at: place, of: source))
    }

    /// Longer signs come first.
    private static let signs: [(StaticString, Token.Sign)] = [
        ("||", .or), ("&&", .and), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessThanOrEqual),
        ("=<", .lessThanOrEqual), (">=", .greaterThanOrEqual), ("=>", .greaterThanOrEqual), (":=", .assign),
        ("**", .power), ("=", .equal), ("<", .lessThan), (">", .greaterThan), ("!", .not), ("+", .plus),
        ("-", .minus), ("*", .times), ("/", .divide), (".", .dot), (",", .comma), ("(", .open), (")", .close),
        ("{", .openBrace), ("}", .closeBrace), ("[", .openBracket), ("]", .closeBracket),
    ]

    /// An error at the current position, which names the character there.
    private func unexpected(_ expected: String, hint: String? = nil) -> SyntaxFault {
        source.fault(at: place, expected: expected, found: source.words(at: place), hint: hint)
    }
}
