/// Splits a Swift source into words and symbols, without comments and the content of strings.
struct SwiftScanner {
    enum Token: Equatable {
        case word(Substring)
        case symbol(Unicode.Scalar)
    }

    // By scalars, as the compiler reads it: a quotation mark with a combining mark begins a string.
    private let text: String.UnicodeScalarView
    private var place: String.Index

    init(_ source: String) {
        text = source.unicodeScalars
        place = text.startIndex
    }

    private var rest: Substring.UnicodeScalarView { text[place...] }

    /// The next word or symbol; nil at the end.
    mutating func next() -> Token? {
        while let character = rest.first {
            if character.properties.isWhitespace {
                place = text.index(after: place)
            } else if rest.starts(with: "//".unicodeScalars) {
                place = rest.firstIndex { $0 == "\n" || $0 == "\r" } ?? text.endIndex
            } else if rest.starts(with: "/*".unicodeScalars) {
                skip(past: "*/")
            } else if let end = rawStringEnd {
                skip(past: end)
            } else if rest.starts(with: "\"\"\"".unicodeScalars) {
                place = text.index(place, offsetBy: 3)
                skip(past: "\"\"\"")
            } else if character == "\"" {
                skipString()
            } else if character.properties.isXIDStart || character == "_" {
                let word = rest.prefix { $0.properties.isXIDContinue || $0 == "_" }
                place = word.endIndex
                return .word(Substring(word))
            } else {
                place = text.index(after: place)
                return .symbol(character)
            }
        }
        return nil
    }

    /// What ends the raw string that begins here, such as `"#`; nil if none begins here.
    private var rawStringEnd: String? {
        let signs = rest.prefix { $0 == "#" }
        guard !signs.isEmpty else { return nil }
        let quotes = rest[signs.endIndex...].prefix { $0 == "\"" }
        return quotes.isEmpty ? nil : (quotes.count >= 3 ? "\"\"\"" : "\"") + String(signs)
    }

    /// The place after a character, if it is what comes next.
    func placeAfter(_ character: Unicode.Scalar) -> String.Index? {
        var ahead = self
        guard ahead.next() == .symbol(character) else { return nil }
        return ahead.place
    }

    private mutating func skip(past end: String) {
        place = rest.firstRange(of: end.unicodeScalars)?.upperBound ?? text.endIndex
    }

    /// Moves behind a string that ends in its line. A quotation mark of a regular expression begins none, but is taken for one.
    private mutating func skipString() {
        place = text.index(after: place)
        while let character = rest.first, character != "\n", character != "\r" {
            place = text.index(after: place)
            if character == "\"" { return }
            if character == "\\", place < text.endIndex { place = text.index(after: place) }
        }
    }
}
