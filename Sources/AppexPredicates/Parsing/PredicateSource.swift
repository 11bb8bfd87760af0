/// A predicate's text, and errors that point to a place in it.
struct PredicateSource {
    let bytes: [UInt8]

    /// Keeps only as much of the text as may be parsed.
    init(_ text: String) {
        bytes = Array(text.utf8.prefix(PredicateLimits.textBytes))
    }

    /// The byte at an offset, or 0 beyond the end.
    subscript(place: Int) -> UInt8 {
        place < bytes.count ? bytes[place] : 0
    }

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether a word follows at an offset, ignoring case.
    func continues(at place: Int, with word: StaticString) -> Bool {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        return word.withUTF8Buffer { wanted in
            bytes[place..<end].elementsEqual(wanted) { $0.asciiLowercase == $1.asciiLowercase }
        }
    }

    /// The character at an offset, or `nil` at the end.
    func character(at place: Int) -> Character? {
        // Only a hostile text has longer characters; the beginning suffices for them.
        String(decoding: bytes.dropFirst(place).prefix(64), as: UTF8.self).first
    }

    /// The character at an offset, for messages.
    func words(at place: Int) -> String {
        character(at: place).map { "\"\(String($0).printable)\"" } ?? "the end of the text"
    }

    /// A fault at a byte offset.
    func fault(at place: Int, expected: String, found: String, hint: String? = nil) -> SyntaxFault {
        SyntaxFault(at: place, expected: expected, found: found, hint: hint)
    }

    /// The error for people, with line, column and caret.
    func error(_ fault: SyntaxFault) -> PredicateSyntaxError {
        let all = text(0..<bytes.count)
        let target = all.utf8.index(all.startIndex, offsetBy: min(fault.place, bytes.count))
        var line = 1
        var offset = 0
        var lineStart = all.startIndex
        var index = all.startIndex
        while index < target {
            offset += 1
            let isNewline = all[index].isNewline
            index = all.index(after: index)
            if isNewline {
                line += 1
                lineStart = index
            }
        }
        let column = all.distance(from: lineStart, to: index) + 1
        let rest = all[lineStart...].prefix { !$0.isNewline }
        return PredicateSyntaxError(
            offset: offset, line: line, column: column, expected: fault.expected, found: fault.found,
            hint: fault.hint, caret: CaretRendering(line: rest, column: column).text)
    }
}
