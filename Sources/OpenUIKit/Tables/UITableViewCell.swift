public import Foundation
import OpenViewTree

/// A row of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewcell
///
/// ## Difference from Apple
/// A subclass declares `init(style:reuseIdentifier:)` as `required` instead of `override`, because Swift needs that to
/// make objects of a registered class without Objective-C. Cells are not reused for other rows, so `prepareForReuse()`
/// is not called.
open class UITableViewCell: UIView {
    /// The labels of a cell and their positions.
    public enum CellStyle: Int, Sendable {
        case `default`, value1, value2, subtitle
    }

    /// The control or symbol at the trailing edge of a row.
    public enum AccessoryType: Int, Sendable {
        case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }

    /// The appearance of a selected row; hosts decide.
    public enum SelectionStyle: Int, Sendable {
        case none, blue, gray, `default`
    }

    /// The action that editing offers for a row.
    public enum EditingStyle: Int, Sendable {
        case none, delete, insert
    }

    /// The identifier for which the cell was made; `nil` for none.
    public let reuseIdentifier: String?
    private let style: CellStyle
    private var labels: [UILabel?] = [nil, nil]
    private var ownImageView: UIImageView?
    private var ownContentView: UIView?
    private var configuredView: UIView?
    private var ownListView: UIListContentView?
    /// Called when the user selects the row, for the segue of a cell in a storyboard.
    var selected: (@MainActor () -> Void)?

    /// The control or symbol at the trailing edge; ``AccessoryType/none`` by default.
    open var accessoryType = AccessoryType.none { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide on the appearance.
    open var selectionStyle = SelectionStyle.default
    /// A view at the trailing edge, such as a switch, that replaces ``accessoryType``; `nil` for none.
    open var accessoryView: UIView? {
        didSet {
            guard accessoryView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            accessoryView.map(addSubview)
        }
    }

    /// The content of the row, which replaces the labels; `nil` for the labels. A configuration of the program's own
    /// type adds its content view to ``contentView``.
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

    /// Whether the row is shown as selected. The table sets it.
    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsRendering() } } }
    /// Has no effect; hosts highlight rows themselves.
    open var isHighlighted = false
    /// Sets ``isSelected``. `animated` has no effect. The table calls it when the selection changes.
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

    /// Makes a cell.
    ///
    /// - Parameters:
    ///   - style: which of the standard labels the cell has, and where.
    ///   - reuseIdentifier: the identifier for which the table makes the cell; `nil` for none.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        let description = coder as? InterfaceCoder
        style =
            switch description?.string("style") {
            case "value1": .value1
            case "value2": .value2
            case "subtitle": .subtitle
            default: .default
            }
        reuseIdentifier = description?.string("reuseIdentifier")
        super.init(coder: coder)
    }

    /// Makes a cell in the default style without an identifier.
    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

    /// Not called, because cells are not reused.
    open func prepareForReuse() {}

    /// The label of the title. Hosts show its text, styles excepted, and its colour.
    open var textLabel: UILabel? { label(0) }

    /// The label of the second line, or of the value at the trailing edge; `nil` in the default style.
    open var detailTextLabel: UILabel? { style == .default ? nil : label(1) }

    /// The view for the image at the leading edge.
    open var imageView: UIImageView? {
        if let ownImageView { return ownImageView }
        let view = UIImageView()
        ownImageView = view
        addSubview(view)
        return view
    }

    /// The view to which programs add their own views.
    open var contentView: UIView {
        if let ownContentView { return ownContentView }
        let view = UIView()
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        ownContentView = view
        addSubview(view)
        return view
    }

    /// Returns a configuration in the style of the cell, without content.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    /// The view of a configuration next to an accessory view.
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

    /// The table that shows the cell.
    var table: UITableView? { superview as? UITableView }

    override var nodeKind: ViewKind { .row }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if isSelected { node.set(.isSelected, true) }
        guard accessoryView == nil else { return }
        if accessoryType != .none { node.set(.accessory, accessoryType.viewAccessory) }
        if let list = contentConfiguration as? UIListContentConfiguration { return list.describe(&node) }
        // Hosts lay out the texts and image of a row themselves, so these are read from the views, which are not sent.
        // With an accessory view, the views are sent instead.
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
