/// A predicate's text, and the errors that point into it.
struct PredicateSource {
    let bytes: [UInt8]

    /// No more of the text than may be read.
    init(_ text: String) {
        bytes = Array(text.utf8.prefix(PredicateLimits.textBytes))
    }

    /// The byte at a place, or 0 beyond the end.
    subscript(place: Int) -> UInt8 {
        place < bytes.count ? bytes[place] : 0
    }

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether the text goes on like this at a place, in upper or lower case.
    func continues(at place: Int, with word: StaticString) -> Bool {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        return word.withUTF8Buffer { wanted in
            bytes[place..<end].elementsEqual(wanted) { $0.asciiLowercase == $1.asciiLowercase }
        }
    }

    /// The character at a place, or `nil` at the end.
    func character(at place: Int) -> Character? {
        // A character is longer than this only on purpose; then its beginning will do.
        String(decoding: bytes.dropFirst(place).prefix(64), as: UTF8.self).first
    }

    /// The character at a place, for a person.
    func words(at place: Int) -> String {
        character(at: place).map { "\"\(String($0).printable)\"" } ?? "the end of the text"
    }

    /// What is wrong at a place, which is given in bytes.
    func fault(at place: Int, expected: String, found: String, hint: String? = nil) -> SyntaxFault {
        SyntaxFault(at: place, expected: expected, found: found, hint: hint)
    }

    /// The error for a person, with line, column and caret.
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
