/// Replacements in the bytes of a source file that keep the number of lines.
struct EditList {
    private struct Edit {
        var range: Range<Int>
        var replacement: String
    }

    private var edits: [Edit] = []

    /// Whether the text stays as it is.
    var isEmpty: Bool { edits.isEmpty }

    /// Replaces a range. The lines that the replacement does not have are appended to it.
    mutating func replace(_ range: Range<Int>, with replacement: String) {
        edits.append(Edit(range: range, replacement: replacement))
    }

    /// Inserts text at a position.
    mutating func insert(_ text: String, at offset: Int) {
        edits.append(Edit(range: offset..<offset, replacement: text))
    }

    /// The bytes of the text after all edits. An edit within a range that another edit replaces has no effect.
    func applied(to text: SourceText) -> [UInt8] {
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, -$0.element.range.count, $0.offset)
                < ($1.element.range.lowerBound, -$1.element.range.count, $1.offset)
        }
        var result: [UInt8] = []
        result.reserveCapacity(text.bytes.count + 64)
        var end = 0
        for (_, edit) in sorted where edit.range.lowerBound >= end && edit.range.upperBound <= text.bytes.count {
            result += text.bytes[end..<edit.range.lowerBound]
            result += edit.replacement.utf8
            let missing =
                SourceText.lineCount(text.bytes[edit.range]) - SourceText.lineCount(edit.replacement.utf8)
            if missing > 0 { result += [UInt8](repeating: UInt8(ascii: "\n"), count: missing) }
            end = edit.range.upperBound
        }
        return result + text.bytes[end...]
    }
}
