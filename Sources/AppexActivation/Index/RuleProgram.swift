/// Rules as nodes that are evaluated in one pass from the first to the last, level by level.
struct RuleProgram: Sendable {
    /// The nodes of each level, each behind those of its own level that it refers to.
    var nodes: [[RuleNode]] = Array(repeating: [], count: RuleLevel.allCases.count)
    /// The types that nodes name, in lower case.
    var typeNames: [String] = []

    /// The nodes of a level.
    subscript(level: RuleLevel) -> [RuleNode] { nodes[level.rawValue] }
}

/// Builds a program in which equal questions are one node, whichever rules ask them.
struct RuleProgramBuilder {
    private(set) var program = RuleProgram()
    private var numbers: [[RuleNode: Int32]] = Array(repeating: [:], count: RuleLevel.allCases.count)
    private var typeNumbers: [String: Int32] = [:]

    /// The number of a node, which is made if there is none like it.
    mutating func number(of node: RuleNode, at level: RuleLevel) -> Int32 {
        if let number = numbers[level.rawValue][node] { return number }
        let number = Int32(program.nodes[level.rawValue].count)
        program.nodes[level.rawValue].append(node)
        numbers[level.rawValue][node] = number
        return number
    }

    /// The number of a type, which is compared without ASCII case.
    mutating func number(ofType name: String) -> Int32 {
        let name = name.lowercasedASCII
        if let number = typeNumbers[name] { return number }
        let number = Int32(program.typeNames.count)
        program.typeNames.append(name)
        typeNumbers[name] = number
        return number
    }

    /// A node that holds when all of some nodes do; true of none.
    mutating func conjunction(_ operands: [Int32], at level: RuleLevel) -> Int32 {
        fold(operands, at: level, empty: true, RuleNode.and)
    }

    /// A node that holds when one of some nodes does; false of none.
    mutating func disjunction(_ operands: [Int32], at level: RuleLevel) -> Int32 {
        fold(operands, at: level, empty: false, RuleNode.or)
    }

    /// In ascending order, so that rules that ask the same in another order share nodes.
    private mutating func fold(
        _ operands: [Int32], at level: RuleLevel, empty: Bool, _ join: (Int32, Int32) -> RuleNode
    ) -> Int32 {
        var rest = operands.sorted()[...]
        guard var result = rest.popFirst() else { return number(of: .constant(empty), at: level) }
        for operand in rest where operand != result { result = number(of: join(result, operand), at: level) }
        return result
    }
}

extension String {
    /// With the ASCII letters A to Z in lower case: type identifiers are compared without ASCII case.
    var lowercasedASCII: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
