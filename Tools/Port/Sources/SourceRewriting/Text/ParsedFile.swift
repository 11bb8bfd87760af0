import SwiftParser
import SwiftSyntax

/// A source file with its syntax tree, or with the reason for which it has none.
struct ParsedFile {
    /// The largest size of a source file, in bytes.
    static let maximumSize = 4 << 20
    /// The largest number of nested brackets, as in optimized builds of the parser.
    static let maximumNesting = 256
    /// The largest number of nested `#if` blocks, which the parser reads repeatedly.
    static let maximumConditions = 32
    /// The largest depth of the syntax tree.
    static let maximumDepth = 4_000

    /// The file as it was given.
    let file: SourceFile
    /// The bytes and lines.
    let text: SourceText
    /// The syntax tree; `nil` if the file is too large or too deep.
    let tree: SourceFileSyntax?
    /// The reason for which there is no tree.
    let obstacle: SourceChange?

    /// Parses a file.
    init(_ file: SourceFile) {
        self.file = file
        guard file.text.utf8.count <= Self.maximumSize else {
            text = SourceText("")
            tree = nil
            obstacle = SourceChange(
                line: 1, severity: .error,
                message: "The file is larger than 4 MiB and was not changed. Divide it into several files.")
            return
        }
        text = SourceText(file.text)
        if let line = text.lineOfConditions(deeperThan: Self.maximumConditions) {
            tree = nil
            obstacle = SourceChange(
                line: line, severity: .error,
                message: "More than \(Self.maximumConditions) #if blocks are nested, and the file was not changed.")
            return
        }
        var parser = Parser(file.text, maximumNestingLevel: Self.maximumNesting)
        let tree = SourceFileSyntax.parse(from: &parser)
        if let line = Self.lineBelowMaximumDepth(tree, in: text) {
            self.tree = nil
            obstacle = SourceChange(
                line: line, severity: .error,
                message: "The source is nested too deeply, and the file was not changed. Divide the expression.")
        } else {
            self.tree = tree
            obstacle = nil
        }
    }

    /// The line of the first node that is nested too deeply for a recursive visitor, or that the parser skipped because of
    /// its own maximum; `nil` if the tree can be visited.
    private static func lineBelowMaximumDepth(_ tree: SourceFileSyntax, in text: SourceText) -> Int? {
        let exceedsNesting = exceedsNesting(text.bytes)
        var pending: [(node: Syntax, depth: Int)] = [(Syntax(tree), 0)]
        while let (node, depth) = pending.popLast() {
            if depth > maximumDepth { return text.line(at: node.position.utf8Offset) }
            for child in node.children(viewMode: .all) where child.kind != .token {
                // The parser puts the rest of a file that exceeds its maximum into one such node.
                if child.kind == .unexpectedNodes, child.totalLength.utf8Length > 64, exceedsNesting {
                    return text.line(at: child.position.utf8Offset)
                }
                pending.append((child, depth + 1))
            }
        }
        return nil
    }

    /// Whether more brackets are open at the same time than the parser accepts. Brackets in strings and comments count.
    private static func exceedsNesting(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            default: break
            }
            if depth > maximumNesting { return true }
        }
        return false
    }
}
