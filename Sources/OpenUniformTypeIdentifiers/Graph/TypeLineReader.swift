import Glibc

/// Reads the lines of a ``TypeList``, and the fields of a line one after the other.
///
/// Each call of ``word()``, ``words()``, ``phrase()``, ``places()`` or ``skipField()`` consumes one field; after the
/// end of the line fields are empty.
struct TypeLineReader {
    private let text: [UInt8]
    /// The start of the next field.
    private(set) var position: Int
    /// The end of the line.
    private var lineEnd: Int

    /// - Parameter start: the start of the first line.
    init(_ text: [UInt8], from start: Int) {
        self.text = text
        position = min(start, text.count)
        lineEnd = position
        lineEnd = first(UInt8(ascii: "\n"), in: position..<text.count)
    }

    /// Moves to the next line. Returns false at the end of the text.
    mutating func nextLine() -> Bool {
        guard lineEnd < text.count else { return false }
        position = lineEnd + 1
        lineEnd = first(UInt8(ascii: "\n"), in: position..<text.count)
        return true
    }

    /// Whether the rest of the line is a comment.
    var isComment: Bool { position < lineEnd && text[position] == UInt8(ascii: "#") }

    /// Skips the next field.
    mutating func skipField() {
        _ = nextField()
    }

    /// The ranges of the words of the next field.
    mutating func places() -> [Range<Int>] {
        let field = nextField()
        var places: [Range<Int>] = []
        var position = field.lowerBound
        while let word = nextWord(in: field, from: position) {
            places.append(word)
            position = word.upperBound
        }
        return places
    }

    /// The range of the first word of the next field; nil if the field is empty.
    mutating func place() -> Range<Int>? {
        let field = nextField()
        return nextWord(in: field, from: field.lowerBound)
    }

    /// The words of the next field.
    mutating func words() -> [String] {
        places().map(string)
    }

    /// The first word of the next field; nil if the field is empty.
    mutating func word() -> String? {
        place().map(string)
    }

    /// The next field without surrounding spaces; nil if it is empty.
    mutating func phrase() -> String? {
        var field = nextField()
        while let first = field.first, text[first] == UInt8(ascii: " ") { field.removeFirst() }
        while let last = field.last, text[last] == UInt8(ascii: " ") { field.removeLast() }
        return field.isEmpty ? nil : string(field)
    }

    /// The range of the next field, which is consumed.
    private mutating func nextField() -> Range<Int> {
        guard position < lineEnd else { return lineEnd..<lineEnd }
        let end = first(UInt8(ascii: "|"), in: position..<lineEnd)
        defer { position = end + 1 }
        return position..<end
    }

    private func nextWord(in field: Range<Int>, from position: Int) -> Range<Int>? {
        var start = position
        while start < field.upperBound, text[start] == UInt8(ascii: " ") { start += 1 }
        guard start < field.upperBound else { return nil }
        return start..<first(UInt8(ascii: " "), in: start..<field.upperBound)
    }

    /// The position of the first occurrence of a byte, or the end of the range.
    private func first(_ byte: UInt8, in range: Range<Int>) -> Int {
        text.withUnsafeBytes { bytes in
            // In bounds: every range is one of the text.
            guard !range.isEmpty, let start = bytes.baseAddress,
                let found = memchr(start + range.lowerBound, CInt(byte), range.count)
            else { return range.upperBound }
            return UnsafeRawPointer(found) - start
        }
    }

    /// The text of a range, with escapes decoded.
    private func string(_ range: Range<Int>) -> String {
        var rest = text[range]
        guard rest.contains(UInt8(ascii: "%")) else { return String(decoding: rest, as: UTF8.self) }
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
