/// Builds a program in which equal conditions of different rules are one node.
struct RuleProgramBuilder {
    /// A condition, by which an existing node is found.
    private enum Question: Hashable {
        case node(RuleNode)
        case joined(RuleNode.Operation, [Int32])
    }

    private(set) var program = RuleProgram()
    private var numbers: [[Question: Int32]] = Array(repeating: [:], count: RuleLevel.allCases.count)
    private var typeNumbers: [String: Int32] = [:]
    /// The nodes of the conditions of rule dictionaries. Most rules have the same few conditions.
    var conditionNumbers: [DictionaryRule.Condition: Int32] = [:]

    /// The number of a node that does not combine others.
    mutating func number(of node: RuleNode, at level: RuleLevel) -> Int32 {
        number(of: .node(node), at: level) { _ in node }
    }

    /// The number of a type, which is compared without ASCII case.
    mutating func number(ofType name: String) -> Int32 {
        if let number = typeNumbers[name] { return number }
        let name = name.lowercasedASCII
        if let number = typeNumbers[name] { return number }
        let number = Int32(program.typeNames.count)
        program.typeNames.append(name)
        typeNumbers[name] = number
        return number
    }

    /// A node that holds if all of some nodes do, also if there are none.
    mutating func all(_ operands: [Int32], at level: RuleLevel) -> Int32 {
        join(.all, operands, at: level)
    }

    /// A node that holds if one of some nodes does.
    mutating func any(_ operands: [Int32], at level: RuleLevel) -> Int32 {
        join(.any, operands, at: level)
    }

    /// A node that holds if another one does not.
    mutating func not(_ operand: Int32, at level: RuleLevel) -> Int32 {
        number(of: RuleNode(.not, of: operand), at: level)
    }

    /// A node that compares two counts. Whether there are none, some or all elements is determined without counting.
    mutating func compare(
        _ left: RuleCount, _ relation: RuleNode.Operation, _ right: RuleCount, at level: RuleLevel
    ) -> Int32 {
        switch (left.kind, relation, right.kind) {
        case (.constant, .lessOrEqual, .children) where left.number == 1,
            (.constant, .lessOrEqual, .attachments) where left.number == 1,
            (.constant, .less, .children) where left.number == 0:
            return number(of: RuleNode(.exists, right), at: level)
        case (.children, .lessOrEqual, .constant) where right.number == 0,
            (.children, .equal, .constant) where right.number == 0,
            (.attachments, .lessOrEqual, .constant) where right.number == 0:
            return not(number(of: RuleNode(.exists, left), at: level), at: level)
        case (.children, .equal, .allChildren):
            return number(of: RuleNode(.every, left), at: level)
        case (.allChildren, .equal, .children):
            return number(of: RuleNode(.every, right), at: level)
        default:
            return number(of: RuleNode(relation, left, right), at: level)
        }
    }

    private mutating func join(_ operation: RuleNode.Operation, _ operands: [Int32], at level: RuleLevel) -> Int32 {
        // In ascending order, so that rules with the same conditions in a different order share a node.
        var distinct: [Int32] = []
        for operand in operands.sorted() where operand != distinct.last { distinct.append(operand) }
        if distinct.count == 1 { return distinct[0] }
        return number(of: .joined(operation, distinct), at: level) { program in
            guard !distinct.isEmpty else { return RuleNode(operation == .all ? .always : .never) }
            let start = Int32(program.operands.count)
            program.operands += distinct
            return RuleNode(operation, of: start, count: Int32(distinct.count))
        }
    }

    private mutating func number(
        of question: Question, at level: RuleLevel, _ make: (inout RuleProgram.Level) -> RuleNode
    ) -> Int32 {
        if let number = numbers[level.rawValue][question] { return number }
        let number = Int32(program[level].nodes.count)
        let node = make(&program.levels[level.rawValue])
        program.levels[level.rawValue].nodes.append(node)
        numbers[level.rawValue][question] = number
        return number
    }
}

extension String {
    /// With the ASCII letters A to Z in lower case: type identifiers are compared without ASCII case.
    var lowercasedASCII: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
