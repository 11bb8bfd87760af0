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

    /// The character at a place, and how many bytes it takes.
    func character(at place: Int) -> (Character, bytes: Int)? {
        guard place < bytes.count else { return nil }
        // A character is longer than this only on purpose; then its beginning will do.
        let near = String(decoding: bytes[place..<min(place + 64, bytes.count)], as: UTF8.self)
        return near.first.map { ($0, min(String($0).utf8.count, bytes.count - place)) }
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

/// A line with a caret below one of its characters.
struct CaretRendering {
    /// How many characters are shown at most: what fits a terminal beside an indentation.
    static let width = 72

    let text: String

    /// - Parameter column: of the caret, from 1; may be one behind the last character.
    init(line: Substring, column: Int) {
        let place = column - 1
        var shown = line.dropFirst(max(0, place - Self.width / 2))
        var caret = min(place, Self.width / 2)
        var beginning = ""
        if shown.startIndex != line.startIndex {
            shown = shown.dropFirst()
            beginning = "…"
        }
        var end = ""
        if shown.dropFirst(Self.width - 1).first != nil {
            shown = shown.prefix(Self.width - 2)
            end = "…"
        }
        caret = max(0, caret)
        text = beginning + shown.printable + end + "\n" + String(repeating: " ", count: caret) + "^"
    }
}

extension StringProtocol {
    /// The text with one harmless sign for each character that has no shape of its own.
    var printable: String {
        String(map { $0.isPrintable ? $0 : $0.isWhitespace ? " " : "\u{FFFD}" })
    }

    /// The beginning of the text, as part of a message: at most 40 characters.
    var excerpt: String {
        let start = prefix(40)
        return start.endIndex == endIndex ? printable : start.printable + "…"
    }
}

extension Character {
    /// Whether it has a shape, and does nothing to what is around it.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
    }
}
