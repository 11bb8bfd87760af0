import OpenViewTree

/// Choices for a row, which lie over the view that has it.
struct RowMenu {
    var view: ViewInteraction
    /// The row, as the person sees it behind the choices.
    let row: ViewNode
    private let words: [[ViewValue?]]

    /// - Parameter row: a row of the tree.
    init(of row: ViewNode, in tree: ViewTree, _ area: CellRect) {
        view = ViewInteraction(.choices(row.spokenName, row.list(.rowActions)), in: area)
        self.row = row
        words = Self.words(of: row, in: tree)
    }

    /// Whether the row is still what it was: rows are used again for others, and what can be done with them changes.
    func stands(in tree: ViewTree) -> Bool {
        tree[row.id].map { Self.words(of: $0, in: tree) } == words
    }

    /// What can be done with a row, and what says which one it is.
    private static func words(of node: ViewNode, in tree: ViewTree) -> [[ViewValue?]] {
        [[node[.rowActions], node[.position], node[.text], node[.detail]]]
            + tree.children(of: node.id).flatMap { words(of: $0, in: tree) }
    }
}
