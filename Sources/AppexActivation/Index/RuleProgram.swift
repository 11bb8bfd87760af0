/// Rules as nodes that are evaluated in one pass from the first to the last, level by level.
struct RuleProgram: Sendable {
    /// The nodes of one level.
    struct Level: Sendable {
        /// Each behind those of its level that it refers to.
        var nodes: [RuleNode] = []
        /// The numbers of nodes of the level to which those that join several refer.
        var operands: [Int32] = []
    }

    /// Each level by its raw value.
    var levels = RuleLevel.allCases.map { _ in Level() }
    /// The types that nodes name, in lower case.
    var typeNames: [String] = []

    /// A level.
    subscript(level: RuleLevel) -> Level { levels[level.rawValue] }
}

/// What a number in a node is a number of.
enum RuleReference {
    /// A node of a level.
    case node(RuleLevel)
    /// A named type.
    case type
}

extension RuleProgram.Level {
    /// Tells all that a node refers to.
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
