import OpenViewTree

/// Where everything of a view tree is on a grid of cells.
struct ViewLayout: Equatable {
    struct Box: Equatable {
        let id: UInt32
        let frame: CellRect
        /// Where it may be seen.
        let clip: CellRect
        /// Whether it is read from right to left.
        let isMirrored: Bool
    }

    /// A screen or an alert: one of those that lie on top of each other.
    struct Layer: Equatable {
        /// How it lies on what is below.
        enum Form: Equatable {
            /// It covers everything.
            case full
            /// A box with an edge.
            case card
        }

        let id: UInt32
        let form: Form
        let frame: CellRect
        /// In the order in which they are drawn, which is that of reading.
        var boxes: [Box] = []
        /// The places of rows of tables that are seen and have not come yet.
        var gaps: [CellRect] = []
    }

    /// How far something has been scrolled.
    struct Scroll: Equatable {
        var offset: Int
        /// What is seen, and what there is: rows, columns where ``isHorizontal``.
        var seen: Int
        var all: Int
        var isHorizontal = false
        /// Its place on the grid.
        var frame: CellRect
        /// Where it may be seen.
        var clip: CellRect

        var limit: Int { max(0, all - seen) }
    }

    /// The last one is in front.
    var layers: [Layer] = []
    var scrolls: [UInt32: Scroll] = [:]
    /// The rows of each table that are seen.
    var tables: [UInt32: Range<Int>] = [:]

    func box(of id: UInt32) -> Box? {
        for layer in layers.reversed() {
            if let box = layer.boxes.first(where: { $0.id == id }) { return box }
        }
        return nil
    }
}
