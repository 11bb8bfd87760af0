/// One line of the result.
struct Measurement {
    /// Stable name, by which runs are compared.
    var name: String
    var unit: String
    var ours: Double
    /// The same with nothing of ours in between, or with less of it; nil where there is no such thing.
    var floor: Double? = nil
    var peer: Double? = nil
    var peerName: String? = nil
    /// The largest ratio of ours to the floor that counts as good.
    var goal: Double? = nil
    /// The largest value of ours that counts as good, for what is measured without a floor.
    var limit: Double? = nil
    /// How many times longer the peer has to take for ours to count as good; nil where it is only for comparison.
    var lead: Double? = nil
    /// How many times each of them was done; the numbers are medians of that many.
    var iterations: Int

    /// A copy of this measurement without goals, so that it is not judged.
    var withoutGoals: Measurement {
        var result = self
        (result.goal, result.limit, result.lead) = (nil, nil, nil)
        return result
    }

    var ratio: Double? { floor.map { ours / $0 } }

    /// How many times longer the peer takes.
    var peerRatio: Double? { peer.map { $0 / ours } }

    var met: Bool? {
        if let limit { return ours <= limit }
        if let lead, let peerRatio { return peerRatio >= lead }
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
