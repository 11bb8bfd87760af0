import OpenViewTree

/// The positions of a view tree's nodes on a grid of cells.
struct ViewLayout: Equatable {
    struct Box: Equatable {
        let id: UInt32
        let frame: CellRect
        /// The visible area.
        let clip: CellRect
        /// Whether it is laid out from right to left.
        let isMirrored: Bool
    }

    /// A screen or an alert; layers lie on top of each other.
    struct Layer: Equatable {
        /// How it covers what is below.
        enum Form: Equatable {
            /// It covers everything.
            case full
            /// A box with a border.
            case card
        }

        let id: UInt32
        let form: Form
        let frame: CellRect
        /// The nodes in drawing order, which is reading order.
        var boxes: [Box] = []
        /// The places of visible table rows that have not been loaded.
        var gaps: [CellRect] = []
    }

    /// A scroll position.
    struct Scroll: Equatable {
        var offset: Int
        /// The visible and the total length: rows, or columns if ``isHorizontal``.
        var seen: Int
        var all: Int
        var isHorizontal = false
        /// Its position on the grid.
        var frame: CellRect
        /// The visible area.
        var clip: CellRect

        var limit: Int { max(0, all - seen) }
    }

    /// The layers, the front one last.
    var layers: [Layer] = []
    var scrolls: [UInt32: Scroll] = [:]
    /// The visible rows of each table.
    var tables: [UInt32: Range<Int>] = [:]

    func box(of id: UInt32) -> Box? {
        for layer in layers.reversed() {
            if let box = layer.boxes.first(where: { $0.id == id }) { return box }
        }
        return nil
    }
}
