/// Finds the edges of children along one axis out of what constraints say about them: linear equations, of which those that
/// matter more come first. One that says nothing new, or contradicts, is left out.
struct EdgeSystem {
    /// One side of an equation: edges of children, each with its factor. The edges of child `i` are `2i` and `2i + 1`.
    typealias Edges = [Int: Double]

    private struct Row {
        /// Beside the edge that the row is about.
        var others: Edges
        var sum: LinearForm
    }

    /// Each says what one edge is, by edges that no row is about.
    private var rows: [Int: Row] = [:]
    /// The rows in which an edge may be among the others.
    private var users: [Int: Set<Int>] = [:]
    private static let tolerance = 1e-9

    /// Takes an equation: the sum of the edges is a form.
    mutating func add(_ edges: Edges, equal sum: LinearForm) {
        var (edges, sum) = reduced(edges, sum)
        // The last edge is the one that depends on the others: a chain reads from its beginning.
        guard let edge = edges.keys.max(), let factor = edges.removeValue(forKey: edge) else { return }
        sum = sum * (1 / factor)
        let others = edges.mapValues { -$0 / factor }
        for user in users.removeValue(forKey: edge) ?? [] {
            guard var changed = rows[user], let factor = changed.others[edge] else { continue }
            changed.others[edge] = nil
            for (key, value) in others { changed.others[key, default: 0] += value * factor }
            changed.others = changed.others.filter { abs($0.value) > Self.tolerance }
            changed.sum.add(sum, factor)
            rows[user] = changed
            for other in others.keys { users[other, default: []].insert(user) }
        }
        rows[edge] = Row(others: others, sum: sum)
        for other in others.keys { users[other, default: []].insert(edge) }
    }

    /// What an edge is; nil while that is open.
    func value(of edge: Int) -> LinearForm? {
        guard let row = rows[edge], row.others.isEmpty else { return nil }
        return row.sum
    }

    /// The equation without edges that there are rows about.
    private func reduced(_ edges: Edges, _ sum: LinearForm) -> (Edges, LinearForm) {
        var result: Edges = [:]
        var sum = sum
        for (edge, factor) in edges {
            guard let row = rows[edge] else {
                result[edge, default: 0] += factor
                continue
            }
            sum.add(row.sum, -factor)
            for (other, value) in row.others { result[other, default: 0] += value * factor }
        }
        return (result.filter { abs($0.value) > Self.tolerance }, sum)
    }
}
