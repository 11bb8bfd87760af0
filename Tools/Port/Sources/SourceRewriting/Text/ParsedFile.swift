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
    static let maximumDepth = 1_000

    /// The largest size of the conditions of a `#if` block, in bytes. The condition of a clause repeats those before it.
    static let maximumConditionBytes = 4_000
    /// The largest size of the code that is generated for a file, in bytes.
    static let maximumGenerated = 16 << 20
    /// The reason for which a file is not changed if more code than that would be generated.
    static let generatedTooMuch = SourceChange(
        line: 1, severity: .error,
        message:
            "More than \(maximumGenerated >> 20) MiB would be generated for the file, and it was not changed. Divide it "
            + "into several files.")

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
        obstacle = Self.obstacle(in: tree, text)
        self.tree = obstacle == nil ? tree : nil
    }

    /// The file as it was given, with the reason for which it was not changed.
    func unchanged(_ obstacle: SourceChange?) -> RewrittenFile {
        RewrittenFile(name: file.name, text: file.text, changes: obstacle.map { [$0] } ?? [])
    }

    /// What makes a tree too expensive: a node that is nested too deeply for a recursive visitor, or that the parser skipped
    /// because of its own maximum, and conditions that would be repeated too often; `nil` if the tree can be visited.
    private static func obstacle(in tree: SourceFileSyntax, _ text: SourceText) -> SourceChange? {
        func tooDeep(_ node: Syntax) -> SourceChange {
            SourceChange(
                line: text.line(at: node.position.utf8Offset), severity: .error,
                message: "The source is nested too deeply, and the file was not changed. Divide the expression.")
        }
        let exceedsNesting = exceedsNesting(text.bytes)
        var pending: [(node: Syntax, depth: Int)] = [(Syntax(tree), 0)]
        while let (node, depth) = pending.popLast() {
            if depth > maximumDepth { return tooDeep(node) }
            if let block = node.as(IfConfigDeclSyntax.self), conditionBytes(of: block) > maximumConditionBytes {
                return SourceChange(
                    line: text.line(of: block), severity: .error,
                    message:
                        "The conditions of a #if block have more than \(maximumConditionBytes) bytes, and the file was not "
                        + "changed.")
            }
            for child in node.children(viewMode: .all) where child.kind != .token {
                // The parser puts the rest of a file that exceeds its maximum into one such node.
                if child.kind == .unexpectedNodes, child.totalLength.utf8Length > 64, exceedsNesting {
                    return tooDeep(child)
                }
                pending.append((child, depth + 1))
            }
        }
        return nil
    }

    private static func conditionBytes(of block: IfConfigDeclSyntax) -> Int {
        block.clauses.reduce(0) { $0 + ($1.condition?.totalLength.utf8Length ?? 0) }
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
