/// One line of the result.
struct Measurement {
    /// Stable name, by which runs are compared.
    var name: String
    var unit: String
    var ours: Double
    /// The same with nothing of ours in between; nil where there is no such thing.
    var floor: Double?
    var peer: Double?
    var peerName: String?
    /// The largest ratio of ours to the floor that counts as good.
    var goal: Double?
    /// How many times each of them was done; the numbers are medians of that many.
    var iterations: Int

    var ratio: Double? { floor.map { ours / $0 } }

    var met: Bool? {
        guard let goal, let ratio else { return nil }
        return ratio <= goal
    }
}

extension Sequence<Int64> {
    /// The middle value; 0 of nothing.
    var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? Double(sorted[middle - 1] + sorted[middle]) / 2 : Double(sorted[middle])
    }
}
