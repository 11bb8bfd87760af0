import SwiftSyntax

/// The bytes of a source file and the positions of its lines.
struct SourceText {
    /// The text in UTF-8.
    let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Finds the lines of a text.
    init(_ text: String) {
        bytes = Array(text.utf8)
        var starts = [0]
        for index in bytes.indices where Self.endsLine(bytes, at: index) { starts.append(index + 1) }
        lineStarts = starts
    }

    /// Whether a line ends with the byte at an index; `\r\n` is one end of a line.
    private static func endsLine(_ bytes: [UInt8], at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "\n"): true
        case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
        default: false
        }
    }

    /// The number of lines that end in a sequence of bytes.
    static func lineCount(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        return bytes.indices.count { endsLine(bytes, at: $0) }
    }

    /// The line of a position, counted from 1.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The line on which a node begins, without the comments before it.
    func line(of node: some SyntaxProtocol) -> Int {
        line(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }

    /// The bytes of a node without the white space and comments around it.
    func range(of node: some SyntaxProtocol) -> Range<Int> {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
    }

    /// The text of a range.
    subscript(range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.startIndex..<bytes.endIndex)], as: UTF8.self)
    }

    /// The text of a node without the white space and comments around it.
    subscript(node: some SyntaxProtocol) -> String { self[range(of: node)] }

    /// The text of a node on one line, without comments.
    func singleLine(_ node: some SyntaxProtocol) -> String {
        var code = self[node]
        if code.contains("//") || code.contains("/*") {
            code = ""
            for token in node.tokens(viewMode: .sourceAccurate) {
                if !token.leadingTrivia.isEmpty { code += " " }
                code += self[token]
                if !token.trailingTrivia.isEmpty { code += " " }
            }
        }
        return code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A range together with the spaces and tabs after it.
    func withSpacesAfter(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
        return range.lowerBound..<end
    }

    /// The line on which more `#if` blocks are open than a number; `nil` if there is no such line.
    func lineOfConditions(deeperThan maximum: Int) -> Int? {
        var depth = 0
        for (number, start) in lineStarts.enumerated() {
            let line = bytes[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if line.starts(with: "#if".utf8) {
                depth += 1
                if depth > maximum { return number + 1 }
            } else if line.starts(with: "#endif".utf8) {
                depth = max(0, depth - 1)
            }
        }
        return nil
    }
}
