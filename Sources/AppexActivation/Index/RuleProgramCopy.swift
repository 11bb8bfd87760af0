/// Copies nodes of one program to another, together with all nodes to which they refer.
///
/// It processes the nodes in order and does not follow references recursively, because a malicious rule can chain
/// thousands.
struct RuleProgramCopy {
    /// The numbers of the copies by level and original node; `nil` for nodes that are not copied.
    private var numbers: [[Int32?]]

    /// Copies nodes of the level of the share.
    ///
    /// - Parameter roots: numbers of nodes that `source` has.
    init(of roots: Set<Int32>, in source: RuleProgram, to builder: inout RuleProgramBuilder) {
        let wanted = Self.wanted(roots, in: source)
        numbers = wanted.map { $0.map { _ in nil } }
        for level in RuleLevel.allCases {
            for (number, node) in source[level].nodes.enumerated() where wanted[level.rawValue][number] {
                numbers[level.rawValue][number] = copy(node, at: level, of: source, to: &builder)
            }
        }
    }

    /// The copy of one of the nodes.
    subscript(root: Int32) -> Int32? { numbers[RuleLevel.share.rawValue][Int(root)] }

    private func copy(
        _ node: RuleNode, at level: RuleLevel, of source: RuleProgram, to builder: inout RuleProgramBuilder
    ) -> Int32 {
        // The nodes to which a copied node refers precede it, and have been copied.
        func number(_ old: Int32, at level: RuleLevel) -> Int32 { numbers[level.rawValue][Int(old)] ?? 0 }
        func count(_ old: RuleCount) -> RuleCount {
            switch old.kind {
            case .children: .children(level.below.map { number(old.number, at: $0) } ?? 0)
            case .attachments: .attachments(number(old.number, at: .attachments))
            default: old
            }
        }
        switch node.operation {
        case .never, .always, .hasText: return builder.number(of: node, at: level)
        case .not: return builder.not(number(node.number, at: level), at: level)
        case .all: return builder.all(source[level].operands[node.operands].map { number($0, at: level) }, at: level)
        case .any: return builder.any(source[level].operands[node.operands].map { number($0, at: level) }, at: level)
        case .conforms, .equals:
            let type = builder.number(ofType: source.typeNames[Int(node.number)])
            return builder.number(of: RuleNode(node.operation, of: type), at: level)
        case .exists, .every, .less, .lessOrEqual, .equal, .notEqual:
            return builder.number(of: RuleNode(node.operation, count(node.left), count(node.right)), at: level)
        }
    }

    /// The nodes that are reachable from some nodes of the share's level.
    private static func wanted(_ roots: Set<Int32>, in source: RuleProgram) -> [[Bool]] {
        var wanted = RuleLevel.allCases.map { Array(repeating: false, count: source[$0].nodes.count) }
        for root in roots { wanted[RuleLevel.share.rawValue][Int(root)] = true }
        for level in RuleLevel.allCases.reversed() {
            for number in source[level].nodes.indices.reversed() where wanted[level.rawValue][number] {
                source[level].forEachReference(of: source[level].nodes[number], at: level) { reference, number in
                    if case .node(let level) = reference { wanted[level.rawValue][Int(number)] = true }
                }
            }
        }
        return wanted
    }
}
