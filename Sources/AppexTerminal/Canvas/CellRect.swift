/// A position on a grid of cells, from the top left corner.
struct CellPoint: Equatable {
    var x: Int
    var y: Int
}

/// A number of columns and rows.
struct CellSize: Equatable, Sendable {
    var width: Int
    var height: Int
}

/// A rectangle of cells. One without cells is empty wherever it is.
struct CellRect: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var maxX: Int { x + width }
    var maxY: Int { y + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }
    var size: CellSize { CellSize(width: width, height: height) }
    var columns: Range<Int> { x..<max(x, maxX) }
    var rows: Range<Int> { y..<max(y, maxY) }

    init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    func contains(_ point: CellPoint) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    func intersection(_ other: CellRect) -> CellRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return CellRect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    func inset(_ insets: CellInsets) -> CellRect {
        CellRect(
            x: x + insets.leading, y: y + insets.top, width: width - insets.across, height: height - insets.along)
    }

    /// The rectangle mirrored within a container, for right-to-left layouts.
    func mirrored(in container: CellRect) -> CellRect {
        CellRect(x: container.x + container.maxX - maxX, y: y, width: width, height: height)
    }
}

/// Insets at four edges, in cells; negative where content extends beyond the edge.
struct CellInsets: Equatable {
    var top = 0
    var leading = 0
    var bottom = 0
    var trailing = 0

    var across: Int { leading + trailing }
    var along: Int { top + bottom }
}
