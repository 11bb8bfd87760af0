/// A file of the page as a browser gets it: without what is only there for people.
///
/// It knows no language, only lines: those of comments go, and so do indentation and the spaces around signs. From where a
/// line of JavaScript has more than plain strings in it, such as a template or a pattern, it keeps its spaces.
enum PageText {
    static func squeezed(_ bytes: [UInt8], isScript: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") }
            guard !line.isEmpty, !comments.contains(where: { line.starts(with: $0) }) else { continue }
            if !result.isEmpty { result.append(UInt8(ascii: "\n")) }
            let end = isScript ? line.firstIndex(where: special.contains) ?? line.endIndex : line.endIndex
            append(
                Array(line[..<end]), to: &result, before: isScript ? signs : marks,
                after: isScript ? signs : marks + ":".utf8)
            result += line[end...]
        }
        return result
    }

    /// How lines begin that are comments.
    private static let comments = ["//", "/*", "* ", "*/"].map { Array($0.utf8) }
    /// From the first of them on a line is left alone.
    private static let special = Array("`'/\\".utf8)
    /// Signs of JavaScript that need no space beside them. Not `-` and `+`, of which two make another sign.
    private static let signs = Array("=<>?:;,{}()[]*&|!".utf8)
    /// Those of CSS. A colon needs the space before it, which stands between two selectors.
    private static let marks = Array("{};,>".utf8)

    private static func append(_ line: [UInt8], to result: inout [UInt8], before: [UInt8], after: [UInt8]) {
        var isText = false
        for (index, byte) in line.enumerated() {
            if byte == UInt8(ascii: "\"") { isText.toggle() }
            let isIdle =
                byte == UInt8(ascii: " ") && !isText && index > 0
                && (after.contains(line[index - 1]) || index + 1 < line.count && before.contains(line[index + 1]))
            if !isIdle { result.append(byte) }
        }
    }
}
