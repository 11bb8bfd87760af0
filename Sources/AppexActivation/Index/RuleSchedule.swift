/// The order in which the nodes of a level are evaluated, which is determined once when an index is created.
///
/// Nodes that count depend only on the level below and come first, grouped by operation. The others follow in order.
/// Conjunctions and disjunctions do not read their operands: each operand updates them if it has an influence, that is
/// if it holds for some element ("or"), or does not hold for some element ("and"). Most operands have none.
struct RuleSchedule: Sendable {
    /// Nodes that count, by operation.
    private(set) var counting: [(operation: RuleNode.Operation, nodes: [Int32])]
    /// Nodes that do not depend on other nodes.
    private(set) var leaves: [Int32] = []
    /// Conjunctions.
    private(set) var conjunctions: [Int32] = []
    /// Negations and operands of other nodes, in ascending order.
    private(set) var rest: [Int32] = []
    /// The disjunctions and the conjunctions of which each node is an operand.
    let parents: (any: Parents, all: Parents)

    /// The nodes that combine each node.
    struct Parents: Sendable {
        /// The index in `nodes` at which the parents of each node begin, and the end of the last ones.
        private var starts: [Int32]
        /// The parents of all nodes, ordered by node.
        private(set) var nodes: [Int32]

        /// Inverts the operands of all nodes of an operation.
        init(_ operation: RuleNode.Operation, of level: RuleProgram.Level) {
            // Shifted by one, so that the starts are correct after the list was filled.
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

        /// The range of a node's parents in `nodes`.
        func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
    }

    /// Determines the order for a level.
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
