import SwiftSyntax

/// A visitor with the conditions of the `#if` blocks around a node.
class ConditionalVisitor: SyntaxVisitor {
    /// The text of the file.
    let text: SourceText
    /// The conditions around the node that is visited, the outermost one first.
    private(set) var conditions: [String] = []

    /// Makes a visitor for a file.
    init(text: SourceText) {
        self.text = text
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for conditional in node.conditionalClauses(in: text) {
            conditions.append(conditional.condition)
            if let elements = conditional.clause.elements { walk(elements) }
            conditions.removeLast()
        }
        return .skipChildren
    }
}
