import OpenViewTree

@testable import AppexTerminal

/// Draws a tree as it would look in a terminal, for tests that compare pictures of text.
enum ViewDrawing {
    static func lines(
        _ tree: ViewTree, _ width: Int, _ height: Int, focused: Bool = false, isRightToLeft: Bool = false
    ) -> [String] {
        canvas(tree, width, height, focused: focused, isRightToLeft: isRightToLeft).lines
    }

    static func canvas(
        _ tree: ViewTree, _ width: Int, _ height: Int, focused: Bool = false, isRightToLeft: Bool = false
    ) -> CellCanvas {
        let size = CellSize(width: width, height: height)
        var view = ViewInteraction(tree, in: CellRect(width: width, height: height), isRightToLeft: isRightToLeft)
        if !focused { view.attention.focus = nil }
        var canvas = CellCanvas(size)
        view.draw(on: &canvas, ViewColors(isDark: true), drawsPictures: false)
        return canvas
    }

    /// A screen with a column of nodes.
    static func column(
        _ values: [ViewAttribute: ViewValue] = [:], _ make: (inout ViewTreeBuilder, UInt32) -> Void
    ) -> ViewTree {
        var builder = ViewTreeBuilder()
        let column: [ViewAttribute: ViewValue] = [.arrangement: .choice(ViewArrangement.column.rawValue)]
        let screen = builder.add(.screen, column.merging(values) { $1 })
        make(&builder, screen)
        return builder.tree
    }
}
