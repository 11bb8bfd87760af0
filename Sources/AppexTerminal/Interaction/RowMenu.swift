import OpenViewTree

/// A menu with the actions of a row, shown over the view.
struct RowMenu {
    var view: ViewInteraction
    /// The row as it was when the menu opened.
    let row: ViewNode
    private let words: [[ViewValue?]]

    /// - Parameter row: a row of the tree.
    init(of row: ViewNode, in tree: ViewTree, _ area: CellRect) {
        view = ViewInteraction(.choices(row.spokenName, row.list(.rowActions)), in: area)
        self.row = row
        words = Self.words(of: row, in: tree)
    }

    /// Whether the row is unchanged: rows are reused for other content, and their actions change.
    func stands(in tree: ViewTree) -> Bool {
        tree[row.id].map { Self.words(of: $0, in: tree) } == words
    }

    /// The row's actions, and the texts that identify it.
    private static func words(of node: ViewNode, in tree: ViewTree) -> [[ViewValue?]] {
        [[node[.rowActions], node[.position], node[.text], node[.detail]]]
            + tree.children(of: node.id).flatMap { words(of: $0, in: tree) }
    }
}
