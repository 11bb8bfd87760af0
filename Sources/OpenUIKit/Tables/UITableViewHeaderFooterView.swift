public import Foundation
import OpenViewTree

/// A header or footer of a section that is more than a title.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview
///
/// ## Difference from Apple
/// As with cells, an own `init(reuseIdentifier:)` is `required`, and no view is used again.
open class UITableViewHeaderFooterView: UIView {
    public let reuseIdentifier: String?
    private var ownContentView: UIView?
    private var label: UILabel?

    /// What it shows, instead of the label.
    open var contentConfiguration: UIListContentConfiguration? { didSet { setNeedsRendering() } }

    public required init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    open var textLabel: UILabel? {
        if let label { return label }
        let made = UILabel()
        label = made
        addSubview(made)
        return made
    }

    /// Where views of the program's own are added.
    open var contentView: UIView {
        if let ownContentView { return ownContentView }
        let view = UIView()
        ownContentView = view
        addSubview(view)
        return view
    }

    open func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }

    override var nodeKind: ViewKind { .row }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if let contentConfiguration { return contentConfiguration.describe(&node) }
        node[.text] = label?.render(at: [:]).attributes[.text]
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        subviews.filter { $0 !== label && !($0 === ownContentView && $0.subviews.isEmpty) }
            .map { $0.render(at: [.grow: .number(1)]) }
    }
}
