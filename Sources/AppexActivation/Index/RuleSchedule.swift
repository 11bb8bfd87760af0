/// In which order the nodes of a level are evaluated, found once when an index is made.
///
/// Nodes that count need only the level below, so they come first, those of one operation together. The others follow in
/// their order. Those that join others do not ask them: they are told, by each of their operands that matters, which is
/// one that says yes somewhere for "or", and one that says no somewhere for "and". Most have nothing to tell.
struct RuleSchedule: Sendable {
    /// Nodes that count, by operation.
    private(set) var counting: [(operation: RuleNode.Operation, nodes: [Int32])]
    /// Nodes that need no other node.
    private(set) var leaves: [Int32] = []
    /// Nodes that join others by "and".
    private(set) var conjunctions: [Int32] = []
    /// Nodes that turn another one round, and nodes that are joined, ascending.
    private(set) var rest: [Int32] = []
    /// By node, the nodes that join it by "or", and those that join it by "and".
    let parents: (any: Parents, all: Parents)

    /// Which nodes are joined by which.
    struct Parents: Sendable {
        /// Where each node's parents begin in `nodes`, and the end of the last one's.
        private var starts: [Int32]
        /// The nodes that join others, by what they join.
        private(set) var nodes: [Int32]

        /// Turns the operands round of all nodes of an operation.
        init(_ operation: RuleNode.Operation, of level: RuleProgram.Level) {
            // Shifted by one, so that filling the list leaves the starts where they belong.
            starts = [Int32](repeating: 0, count: level.nodes.count + 2)
            let joining = level.nodes.indices.filter { level.nodes[$0].operation == operation }
            for number in joining {
                for operand in level.operands[level.nodes[number].operands] { starts[Int(operand) + 2] += 1 }
            }
            for node in starts.indices.dropFirst() { starts[node] += starts[node - 1] }
            nodes = [Int32](repeating: 0, count: Int(starts[level.nodes.count + 1]))
            for number in joining {
                for operand in level.operands[level.nodes[number].operands] {
                    nodes[Int(starts[Int(operand) + 1])] = Int32(number)
                    starts[Int(operand) + 1] += 1
                }
            }
        }

        /// Which of `nodes` join a node.
        func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
    }

    /// Finds the order for a level.
    init(_ level: RuleProgram.Level) {
        parents = (Parents(.any, of: level), Parents(.all, of: level))
        let operations: [RuleNode.Operation] = [.exists, .every, .less, .lessOrEqual, .equal, .notEqual]
        counting = operations.map { ($0, []) }
        for (number, node) in level.nodes.enumerated() {
            if let place = operations.firstIndex(of: node.operation) {
                counting[place].nodes.append(Int32(number))
            } else if node.operation == .all {
                conjunctions.append(Int32(number))
            } else if node.operation != .any, node.operation != .not {
                leaves.append(Int32(number))
            }
            if node.operation == .not || !parents.any.range(of: number).isEmpty
                || !parents.all.range(of: number).isEmpty
            {
                rest.append(Int32(number))
            }
        }
    }
}
