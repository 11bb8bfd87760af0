/// Reads an unsigned number: `1`, `1.5`, `2e-3`, `0xFF`, `0o17`, `0b101`.
struct NumberLiteralReader {
    private let source: PredicateSource
    private let start: Int
    /// The byte offset after the number.
    private(set) var place: Int

    /// - Parameter place: the byte offset of the first digit.
    init(_ source: PredicateSource, at place: Int) {
        self.source = source
        self.start = place
        self.place = place
    }

    /// Reads the number. A decimal integer that does not fit into 64 bits becomes a real number.
    mutating func read() throws(SyntaxFault) -> Token.Kind {
        if source[place] == UInt8(ascii: "0"), let radix = Self.radix(of: source[place + 1]) {
            place += 2
            return try integer(radix: radix)
        }
        skipDigits()
        var isReal = false
        if source[place] == UInt8(ascii: "."), source[place + 1].isDigit {
            isReal = true
            place += 1
            skipDigits()
        }
        if source[place] | 0x20 == UInt8(ascii: "e") {
            let sign = source[place + 1] == UInt8(ascii: "-") || source[place + 1] == UInt8(ascii: "+")
            if source[place + (sign ? 2 : 1)].isDigit {
                isReal = true
                place += sign ? 2 : 1
                skipDigits()
            }
        }
        try expectEnd()
        let text = source.text(start..<place)
        if !isReal, let value = UInt64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw source.fault(at: start, expected: "a number below 1.8e308", found: text.excerpt)
        }
        return .real(value)
    }

    private static func radix(of letter: UInt8) -> Int? {
        switch letter | 0x20 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private mutating func integer(radix: Int) throws(SyntaxFault) -> Token.Kind {
        let digits = place
        while source[place].continuesName { place += 1 }
        guard let value = UInt64(source.text(digits..<place), radix: radix) else {
            throw source.fault(
                at: start, expected: "a number of at most 64 bits in base \(radix)",
                found: source.text(start..<place).excerpt)
        }
        return .integer(value)
    }

    private mutating func skipDigits() {
        while source[place].isDigit { place += 1 }
    }

    /// Rejects a name directly after a number.
    private func expectEnd() throws(SyntaxFault) {
        guard source[place].continuesName else { return }
        throw source.fault(at: place, expected: "the end of the number", found: source.words(at: place))
    }
}
