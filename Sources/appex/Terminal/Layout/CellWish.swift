/// What room a node would like, and what it can do with.
struct CellWish {
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

    func growing(by insets: CellInsets) -> CellWish {
        CellWish(
            max(0, width + insets.across), max(0, height + insets.along),
            leastWidth: max(0, leastWidth + insets.across), leastHeight: max(0, leastHeight + insets.along))
    }

    /// Shares out the room of a row or column: what is missing is taken from those that can do with less, what is left
    /// goes to those that grow.
    ///
    /// - Returns: a length for each, together more than the room only where not even the least fits.
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

    /// Whole numbers in proportion to the weights, of which none is lost.
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
