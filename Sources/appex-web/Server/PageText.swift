/// Minifies the files of the page.
///
/// It does not parse the languages, and only recognizes lines and quoted strings: it removes lines of comments,
/// indentation, spaces and line ends around operators, and the last semicolon of a style sheet's rule. The rest of a line of JavaScript from a possible regular
/// expression, comment or template literal with several parts on is not changed.
enum PageText {
    static func squeezed(_ bytes: [UInt8], isScript: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Whether the end of the previous line was not changed, and may therefore be a comment.
        var isKept = true
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = Array(line.drop { $0 == space })
            guard let first = line.first, !comments.contains(where: { line.starts(with: $0) }) else { continue }
            if let last = result.last {
                let isIdle =
                    isScript ? !isKept && (opening.contains(last) || closing.contains(first)) : ends.contains(last)
                if !isIdle { result.append(UInt8(ascii: "\n")) }
            }
            isKept = append(line, to: &result, isScript: isScript)
        }
        return result
    }

    private static let space = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let template = UInt8(ascii: "`")
    /// The beginnings of lines that are comments.
    private static let comments = ["//", "/*", "* ", "*/"].map { Array($0.utf8) }
    /// From the first of these outside of strings on, a line of JavaScript is not changed.
    private static let special = Array("'/\\".utf8)
    /// Operators of JavaScript that need no spaces. `-` and `+` are excluded, because two of them are a different
    /// operator.
    private static let signs = Array("=<>?:;,{}()[]*&|!".utf8)
    /// Operators at the end and at the beginning of a line of JavaScript beside which a line end is not significant.
    private static let opening = Array("=<>?:;,{([*&|!".utf8), closing = Array("?:,)}]&|".utf8)
    /// The equivalents for CSS. The space before a colon is significant between two selectors.
    private static let marks = Array("{};,>/".utf8), ends = Array("{};,".utf8)

    /// - Returns: whether the line or its end was not changed.
    private static func append(_ line: [UInt8], to result: inout [UInt8], isScript: Bool) -> Bool {
        let before = isScript ? signs + [quote] : marks
        let after = isScript ? before : marks + ":".utf8
        var text: UInt8?
        for (index, byte) in line.enumerated() {
            let isSpecial =
                text == nil ? special.contains(byte) || !isPlain(line[index...]) : byte == UInt8(ascii: "\\")
            if isScript, isSpecial {
                result += line[index...]
                return true
            }
            let isIdle =
                byte == space && text == nil && index > 0
                && (after.contains(line[index - 1]) || index + 1 < line.count && before.contains(line[index + 1]))
            // A style sheet's last declaration of a rule needs no semicolon.
            if !isScript, text == nil, byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") {
                result.removeLast()
            }
            if !isIdle { result.append(byte) }
            if byte == text {
                text = nil
            } else if text == nil, byte == quote || isScript && byte == template {
                text = byte
            }
        }
        return false
    }

    /// Whether a template literal that begins here, if any, ends in this line and contains no other one.
    private static func isPlain(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.first == template else { return true }
        let inner = rest.dropFirst().prefix { $0 != template }
        guard inner.endIndex < rest.endIndex else { return false }
        return inner.count { $0 == UInt8(ascii: "{") } == inner.count { $0 == UInt8(ascii: "}") }
    }
}
