/// Determines the edges of children along one axis from linear equations, which are added in order of priority.
/// Equations that add nothing, or contradict earlier ones, are ignored.
struct EdgeSystem {
    /// One side of an equation: edges of children with their factors. Child `i` has the edges `2i` and `2i + 1`.
    typealias Edges = [Int: Double]

    private struct Row {
        /// The edges besides the one that the row defines.
        var others: Edges
        var sum: LinearForm
    }

    /// Each row defines one edge by edges that no row defines.
    private var rows: [Int: Row] = [:]
    /// The rows in whose right side an edge may occur.
    private var users: [Int: Set<Int>] = [:]
    private static let tolerance = 1e-9

    /// Adds an equation: the sum of the edges equals a linear form.
    mutating func add(_ edges: Edges, equal sum: LinearForm) {
        var (edges, sum) = reduced(edges, sum)
        // The last edge depends on the others, because chains are usually read from their beginning.
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

    /// The value of an edge, or `nil` when it is not determined.
    func value(of edge: Int) -> LinearForm? {
        guard let row = rows[edge], row.others.isEmpty else { return nil }
        return row.sum
    }

    /// Substitutes the edges that rows define.
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
