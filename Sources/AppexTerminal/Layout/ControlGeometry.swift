import OpenViewTree

/// The line of a slider: the position of its knob, and the values of positions.
struct SliderTrack {
    let x: Int
    let length: Int
    let isMirrored: Bool
    private let least: Double
    private let most: Double
    private let step: Double
    /// The number of cells before the knob.
    let knob: Int

    init(_ node: ViewNode, _ line: CellRect, mirrored: Bool) {
        // Space for the value, if the line is long enough.
        let label = line.width >= 16 ? 7 : 0
        length = max(1, line.width - label)
        x = mirrored ? line.x + label : line.x
        isMirrored = mirrored
        least = node.number(.minimum) ?? 0
        most = max(least, node.number(.maximum) ?? 1)
        step = node.number(.step) ?? 0
        let value = min(most, max(least, node.number(.value) ?? least))
        let part = most > least ? (value - least) / (most - least) : 0
        knob = min(length - 1, Int((part * Double(length - 1)).rounded()))
    }

    /// The value at a column.
    func value(at column: Int) -> Double {
        let cells = min(length - 1, max(0, isMirrored ? x + length - 1 - column : column - x))
        let part = length > 1 ? Double(cells) / Double(length - 1) : 0
        return rounded(least + part * (most - least))
    }

    /// The value after moving by steps; a slider without steps of its own has twenty.
    func value(_ node: ViewNode, moved steps: Int) -> Double {
        let size = step > 0 ? step : (most - least) / 20
        return rounded((node.number(.value) ?? least) + Double(steps) * size)
    }

    private func rounded(_ value: Double) -> Double {
        let stepped = step > 0 ? least + ((value - least) / step).rounded() * step : value
        return min(most, max(least, stepped))
    }
}

/// The positions of a control's segments on its line.
struct SegmentLine {
    let ranges: [Range<Int>]

    init(_ node: ViewNode, _ line: CellRect, mirrored: Bool) {
        let wanted = node.list(.segments).map { StyledText($0).width + 2 }
        let dividers = max(0, wanted.count - 1)
        let widths = SizeRequest.share(
            max(0, line.width - dividers), wanted: wanted, least: wanted.map { _ in 3 }, grow: wanted.map { _ in 1 })
        var x = mirrored ? line.maxX : line.x
        var ranges: [Range<Int>] = []
        for width in widths {
            ranges.append(mirrored ? x - width..<x : x..<x + width)
            x += mirrored ? -width - 1 : width + 1
        }
        self.ranges = ranges
    }
}
