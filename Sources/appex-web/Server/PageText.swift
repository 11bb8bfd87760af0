/// A file of the page as a browser gets it: without what is only there for people.
///
/// It knows no language, only lines and texts in quotation marks: lines of comments go, and so do indentation, the spaces
/// around signs and line ends that mean nothing. From where a line of JavaScript may hold a pattern, a comment or a text of
/// several parts, it stays as it is.
enum PageText {
    static func squeezed(_ bytes: [UInt8], isScript: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Whether the line before stayed as it is, and so may end in a comment.
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
    /// How lines begin that are comments.
    private static let comments = ["//", "/*", "* ", "*/"].map { Array($0.utf8) }
    /// From the first of them outside of texts on a line of JavaScript is left alone.
    private static let special = Array("'/\\".utf8)
    /// Signs of JavaScript that need no space beside them. Not `-` and `+`, of which two make another sign.
    private static let signs = Array("=<>?:;,{}()[]*&|!".utf8)
    /// Signs at the end and at the beginning of a line of JavaScript that no line end has to follow or to precede.
    private static let opening = Array("=<>?:;,{([*&|!".utf8), closing = Array("?:,)}]&|".utf8)
    /// Those of CSS. A colon needs the space before it, which stands between two selectors.
    private static let marks = Array("{};,>".utf8), ends = Array("{};,".utf8)

    /// - Returns: whether the line, or its end, was left alone.
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
            if !isIdle { result.append(byte) }
            if byte == text {
                text = nil
            } else if text == nil, byte == quote || isScript && byte == template {
                text = byte
            }
        }
        return false
    }

    /// Whether a template that begins here, if one does, ends in this line and has no other one in it.
    private static func isPlain(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.first == template else { return true }
        let inner = rest.dropFirst().prefix { $0 != template }
        guard inner.endIndex < rest.endIndex else { return false }
        return inner.count { $0 == UInt8(ascii: "{") } == inner.count { $0 == UInt8(ascii: "}") }
    }
}
