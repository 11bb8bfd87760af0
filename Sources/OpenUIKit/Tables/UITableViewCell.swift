public import Foundation
import OpenViewTree

/// A row of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewcell
///
/// ## Difference from Apple
/// A cell's own `init(style:reuseIdentifier:)` is `required` and not `override`: without Objective-C nothing else can make
/// an object of a registered class. Cells are never used again for another row, so `prepareForReuse()` is not called.
open class UITableViewCell: UIView {
    /// Which labels a cell has, and where.
    public enum CellStyle: Int, Sendable {
        case `default`, value1, value2, subtitle
    }

    /// What stands at the end of a row.
    public enum AccessoryType: Int, Sendable {
        case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }

    /// How a press shows; hosts decide.
    public enum SelectionStyle: Int, Sendable {
        case none, blue, gray, `default`
    }

    /// What editing does to a row.
    public enum EditingStyle: Int, Sendable {
        case none, delete, insert
    }

    public let reuseIdentifier: String?
    private let style: CellStyle
    private var labels: [UILabel?] = [nil, nil]
    private var ownImageView: UIImageView?
    private var ownContentView: UIView?
    private var configuredView: UIView?
    private var ownListView: UIListContentView?

    open var accessoryType = AccessoryType.none { didSet { setNeedsRendering() } }
    open var selectionStyle = SelectionStyle.default
    /// At the end of the row, instead of ``accessoryType``: a switch, for instance.
    open var accessoryView: UIView? {
        didSet {
            guard accessoryView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            accessoryView.map(addSubview)
        }
    }

    /// What the row shows, instead of the labels. A view is made of one that is not the kit's own.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            configuredView?.removeFromSuperview()
            configuredView = nil
            if let contentConfiguration, !(contentConfiguration is UIListContentConfiguration) {
                let view = contentConfiguration.makeContentView()
                configuredView = view
                contentView.addSubview(view)
            }
            setNeedsRendering()
        }
    }

    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsRendering() } } }
    open var isHighlighted = false
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        style = .default
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

    /// Not called; see the class.
    open func prepareForReuse() {}

    /// The title.
    open var textLabel: UILabel? { label(0) }

    /// The second line, or the value at the end of the row; nil in the style `default`.
    open var detailTextLabel: UILabel? { style == .default ? nil : label(1) }

    /// At the beginning of the row.
    open var imageView: UIImageView? {
        if let ownImageView { return ownImageView }
        let view = UIImageView()
        ownImageView = view
        addSubview(view)
        return view
    }

    /// Where views of the program's own are added.
    open var contentView: UIView {
        if let ownContentView { return ownContentView }
        let view = UIView()
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        ownContentView = view
        addSubview(view)
        return view
    }

    /// A configuration in the style of this cell.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    /// Shows a configuration beside a view at the end of the row.
    private func listView(_ list: UIListContentConfiguration) -> UIListContentView {
        if let ownListView {
            ownListView.configuration = list
            return ownListView
        }
        let view = UIListContentView(configuration: list)
        ownListView = view
        addSubview(view)
        return view
    }

    private func label(_ index: Int) -> UILabel {
        if let label = labels[index] { return label }
        let label = UILabel()
        labels[index] = label
        addSubview(label)
        return label
    }

    /// The table that shows it.
    var table: UITableView? { superview as? UITableView }

    override var nodeKind: ViewKind { .row }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if isSelected { node.set(.isSelected, true) }
        guard accessoryView == nil else { return }
        if accessoryType != .none { node.set(.accessory, accessoryType.viewAccessory) }
        if let list = contentConfiguration as? UIListContentConfiguration { return list.describe(&node) }
        // A host has a place of its own for a row's texts and picture: they are read from the views, which are not sent.
        // Beside a view at the end of the row there is no such place.
        for (label, attribute) in zip(labels, [ViewAttribute.text, .detail]) {
            guard let shown = label?.render(at: [:]), label?.isHidden == false else { continue }
            node[attribute] = shown.attributes[.text]
            if attribute == .text { node[.textColor] = shown.attributes[.textColor] }
        }
        if style == .value1 || style == .value2, node[.detail] != nil { node.set(.isHorizontal, true) }
        guard let picture = ownImageView?.render(at: [:]) else { return }
        node[.symbol] = picture.attributes[.symbol]
        node.picture = picture.picture
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        var children: [RenderedNode] = []
        if accessoryView != nil {
            if let list = contentConfiguration as? UIListContentConfiguration {
                children.append(listView(list).render(at: [.grow: .number(1)]))
            } else {
                children += ([ownImageView].compactMap { $0 } + labels.compactMap { $0 }).map {
                    $0.render(at: $0 === labels[0] ? [.grow: .number(1)] : [:])
                }
            }
        }
        if let ownContentView, !ownContentView.subviews.isEmpty {
            children.append(ownContentView.render(at: [.grow: .number(1)]))
        }
        if let accessoryView { children.append(accessoryView.render(at: [:])) }
        let isOwn = { [labels, ownImageView, ownContentView, accessoryView, ownListView] (view: UIView) in
            view === ownImageView || view === ownContentView || view === accessoryView || view === ownListView
                || labels.contains { $0 === view }
        }
        for view in subviews where !isOwn(view) { children.append(view.render(at: [.grow: .number(1)])) }
        if children.count > 1 { node.set(.arrangement, ViewArrangement.row) }
        return children
    }

    override func handle(_ event: ViewEvent) {
        switch event {
        case .activate: table?.press(self)
        case .rowAction(let index): table?.perform(Int(index), for: self)
        default: break
        }
    }
}

extension UITableViewCell.AccessoryType {
    fileprivate var viewAccessory: ViewAccessory {
        switch self {
        case .none: .none
        case .disclosureIndicator: .disclosure
        case .detailDisclosureButton, .detailButton: .detail
        case .checkmark: .checkmark
        }
    }
}
