/// One pass over the nodes of a program, for one share.
struct RuleEvaluation {
    private let shape: ShareShape
    /// For each named type, which of the registered types conform to it.
    private var conforming: Bits
    /// For each named type, which of the registered types are it.
    private var equal: Bits
    /// The answers of the nodes of each level.
    private var answers: [Bits] = []

    /// Evaluates every node.
    init(_ program: RuleProgram, for shape: ShareShape) {
        self.shape = shape
        conforming = Bits(questions: program.typeNames.count, elements: shape.conformances.count)
        equal = conforming
        for (element, numbers) in shape.conformances.enumerated() {
            for number in numbers { conforming.insert(element, into: Int(number)) }
            if let number = shape.names[element] { equal.insert(element, into: Int(number)) }
        }
        for level in RuleLevel.allCases { answers.append(evaluate(program[level], at: level)) }
    }

    /// Whether the share as a whole answers yes to a node of its level.
    func holds(_ node: Int32) -> Bool {
        answers[RuleLevel.share.rawValue].contains(0, in: Int(node))
    }

    private func evaluate(_ nodes: [RuleNode], at level: RuleLevel) -> Bits {
        var bits = Bits(questions: nodes.count, elements: shape.elements[level.rawValue])
        let children = shape.children[level.rawValue]
        for (number, node) in nodes.enumerated() {
            switch node {
            case .constant(false): break
            case .constant(true): bits.fill(number)
            case .hasText: if shape.hasText { bits.fill(number) }
            case .not(let operand): bits.fill(number, withOppositeOf: operand)
            case .and(let one, let other): bits.fill(number, withBoth: one, other)
            case .or(let one, let other): bits.fill(number, withEither: one, other)
            case .conforms(let type): bits.fill(number, with: type, of: conforming)
            case .equals(let type): bits.fill(number, with: type, of: equal)
            case .exists(let child):
                for element in children.indices
                where answers[level.rawValue - 1].count(child, in: children[element]) > 0 {
                    bits.insert(element, into: number)
                }
            case .compare(let left, let relation, let right):
                for element in children.indices {
                    let one = value(of: left, at: level, children: children[element])
                    let other = value(of: right, at: level, children: children[element])
                    if relation.holds(one, other) { bits.insert(element, into: number) }
                }
            }
        }
        return bits
    }

    private func value(of count: RuleCount, at level: RuleLevel, children: Range<Int>) -> Int {
        switch count {
        case .constant(let number): Int(number)
        case .children(let node): answers[level.rawValue - 1].count(node, in: children)
        case .allChildren: children.count
        case .items: shape.elements[RuleLevel.items.rawValue]
        case .attachments(let node):
            answers[RuleLevel.attachments.rawValue].count(node, in: 0..<shape.elements[RuleLevel.attachments.rawValue])
        case .allAttachments: shape.elements[RuleLevel.attachments.rawValue]
        }
    }
}

extension RuleRelation {
    fileprivate func holds(_ one: Int, _ other: Int) -> Bool {
        switch self {
        case .less: one < other
        case .lessOrEqual: one <= other
        case .equal: one == other
        case .notEqual: one != other
        }
    }
}
