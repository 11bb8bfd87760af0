/// The size that a node requests, and the least it can use.
struct SizeRequest {
    var width = 0
    var height = 0
    var leastWidth = 0
    var leastHeight = 0

    init(_ width: Int = 0, _ height: Int = 0, leastWidth: Int? = nil, leastHeight: Int? = nil) {
        self.width = width
        self.height = height
        self.leastWidth = min(width, leastWidth ?? width)
        self.leastHeight = min(height, leastHeight ?? height)
    }

    func growing(by insets: CellInsets) -> SizeRequest {
        SizeRequest(
            max(0, width + insets.across), max(0, height + insets.along),
            leastWidth: max(0, leastWidth + insets.across), leastHeight: max(0, leastHeight + insets.along))
    }

    /// Distributes the length of a row or column: a shortage is taken from those that can shrink, a surplus goes to
    /// those that grow.
    ///
    /// - Returns: a length for each; their sum exceeds the room only if not even the least lengths fit.
    static func share(_ room: Int, wanted: [Int], least: [Int], grow: [Double]) -> [Int] {
        var lengths = wanted
        let total = wanted.reduce(0, +)
        if total > room {
            let spare = zip(wanted, least).map { Double(max(0, $0 - $1)) }
            spread(min(total - room, Int(spare.reduce(0, +))), over: spare) { lengths[$0] -= $1 }
        } else {
            spread(room - total, over: grow) { lengths[$0] += $1 }
        }
        return lengths
    }

    /// Distributes a whole number in proportion to weights, without remainder.
    private static func spread(_ amount: Int, over weights: [Double], _ give: (Int, Int) -> Void) {
        var weight = weights.reduce(0, +)
        var left = amount
        for (index, own) in weights.enumerated() where own > 0 && weight > 0 {
            let part = min(left, Int((Double(left) * own / weight).rounded()))
            give(index, part)
            left -= part
            weight -= own
        }
    }
}
