/// Compiled rules: nodes that are evaluated in order, level by level.
struct RuleProgram: Sendable {
    /// The nodes of one level.
    struct Level: Sendable {
        /// The nodes. Each follows those of its level to which it refers.
        var nodes: [RuleNode] = []
        /// The numbers of the nodes that conjunctions and disjunctions of the level combine.
        var operands: [Int32] = []
    }

    /// The levels by their raw values.
    var levels = RuleLevel.allCases.map { _ in Level() }
    /// The types to which nodes refer, in lower case.
    var typeNames: [String] = []

    /// A level.
    subscript(level: RuleLevel) -> Level { levels[level.rawValue] }
}

/// The kind of object to which a number in a node refers.
enum RuleReference {
    /// A node of a level.
    case node(RuleLevel)
    /// A named type.
    case type
}

extension RuleProgram.Level {
    /// Calls `body` for every reference of a node.
    ///
    /// - Parameter level: the level of the node.
    func forEachReference(of node: RuleNode, at level: RuleLevel, _ body: (RuleReference, Int32) -> Void) {
        switch node.operation {
        case .never, .always, .hasText: break
        case .not: body(.node(level), node.number)
        case .all, .any: for operand in operands[node.operands] { body(.node(level), operand) }
        case .conforms, .equals: body(.type, node.number)
        case .exists, .every, .less, .lessOrEqual, .equal, .notEqual:
            for count in [node.left, node.right] {
                switch count.kind {
                case .children: if let below = level.below { body(.node(below), count.number) }
                case .attachments: body(.node(.attachments), count.number)
                default: break
                }
            }
        }
    }
}
