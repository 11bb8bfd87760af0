/// Copies nodes of one program into another, each once and with all that it refers to.
///
/// Goes over the nodes in their order instead of following references: a hostile rule can chain thousands.
struct RuleProgramCopy {
    /// For each level and node of the old program, the node of the new one; `nil` when it is not wanted.
    private var numbers: [[Int32?]]

    /// Copies nodes of the level of the share.
    ///
    /// - Parameter roots: numbers of nodes that `source` has.
    init(of roots: [Int32], in source: RuleProgram, to builder: inout RuleProgramBuilder) {
        let wanted = Self.wanted(roots, in: source)
        numbers = wanted.map { $0.map { _ in nil } }
        for level in RuleLevel.allCases {
            for (number, node) in source[level].enumerated() where wanted[level.rawValue][number] {
                let copy = node.mapped { reference, number in
                    switch reference {
                    case .type: builder.number(ofType: source.typeNames[Int(number)])
                    default: numbers[level.of(reference).rawValue][Int(number)] ?? 0
                    }
                }
                numbers[level.rawValue][number] = builder.number(of: copy, at: level)
            }
        }
    }

    /// The copy of one of the nodes.
    subscript(root: Int32) -> Int32? { numbers[RuleLevel.share.rawValue][Int(root)] }

    /// Which nodes are reached from some of the level of the share.
    private static func wanted(_ roots: [Int32], in source: RuleProgram) -> [[Bool]] {
        var wanted = source.nodes.map { Array(repeating: false, count: $0.count) }
        for root in roots { wanted[RuleLevel.share.rawValue][Int(root)] = true }
        for level in RuleLevel.allCases.reversed() {
            for number in source[level].indices.reversed() where wanted[level.rawValue][number] {
                _ = source[level][number].mapped { reference, number in
                    if case .type = reference { return number }
                    wanted[level.of(reference).rawValue][Int(number)] = true
                    return number
                }
            }
        }
        return wanted
    }
}

extension RuleLevel {
    /// The level of the nodes to which a node of this level refers.
    func of(_ reference: RuleReference) -> RuleLevel {
        switch reference {
        case .sibling: self
        case .child: below ?? self
        case .attachment: .attachments
        case .type: .types
        }
    }
}
