import Foundation
import OpenViewTree

/// A row, header or footer that was sent to the host.
@MainActor
struct TableRow {
    let view: UIView
    /// The actions that the host offers for the row.
    var actions: [RowAction] = []
    /// The height in points; `nil` for the height of the content.
    var height: CGFloat?
    var canBePressed = false

    /// An action that the host offers for a row.
    struct RowAction {
        let title: String
        let perform: @MainActor () -> Void
    }

    init(_ cell: UITableViewCell, actions: [RowAction], height: CGFloat?, canBePressed: Bool) {
        view = cell
        self.actions = actions
        self.height = height
        self.canBePressed = canBePressed
    }

    /// Makes a header or footer.
    init(supplement view: UIView) { self.view = TableSupplementView.holding(view) }

    func render(at place: Int, _ part: TablePlaces.Part, in table: UITableView) -> RenderedNode {
        var attributes = NodeAttributes()
        attributes.set(.position, place)
        switch part {
        case .header, .tableHeader: attributes.set(.rowKind, ViewRowKind.header)
        case .footer, .tableFooter: attributes.set(.rowKind, ViewRowKind.footer)
        case .row:
            attributes.set(.isSelectable, canBePressed && table.allowsSelection)
            if !actions.isEmpty { attributes.set(.rowActions, actions.map(\.title)) }
        }
        if let height, height > 0 { attributes.set(.height, Double(height)) }
        return view.render(at: attributes.values)
    }
}

/// The row around a header or footer that is an ordinary view.
final class TableSupplementView: UIView {
    /// - Returns: the view itself when its node is a row.
    static func holding(_ view: UIView) -> UIView {
        guard view.nodeKind != .row else { return view }
        let row = TableSupplementView()
        row.addSubview(view)
        return row
    }

    override var nodeKind: ViewKind { .row }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        subviews.map { $0.render(at: [.grow: .number(1)]) }
    }
}

/// The title of a section.
final class TableTitleView: UIView {
    let title: String

    init(_ title: String) {
        self.title = title
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { return nil }

    override var nodeKind: ViewKind { .row }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.text, title)
    }
}
