public import Foundation
import OpenViewTree

/// A header or footer of a section with more than a title.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview
///
/// ## Difference from Apple
/// As for cells, subclasses declare `init(reuseIdentifier:)` as `required`, and views are not reused.
open class UITableViewHeaderFooterView: UIView {
    /// The identifier for which the view was made; `nil` for none.
    public let reuseIdentifier: String?
    private var ownContentView: UIView?
    private var label: UILabel?

    /// The content, which replaces the label; `nil` for the label.
    open var contentConfiguration: UIListContentConfiguration? { didSet { setNeedsRendering() } }

    /// Makes a header or footer.
    ///
    /// - Parameter reuseIdentifier: the identifier for which the table makes the view; `nil` for none.
    public required init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        reuseIdentifier = (coder as? InterfaceCoder)?.string("reuseIdentifier")
        super.init(coder: coder)
    }

    /// The label of the title. Hosts show its text in their own style.
    open var textLabel: UILabel? {
        if let label { return label }
        let made = UILabel()
        label = made
        addSubview(made)
        return made
    }

    /// The view to which programs add their own views.
    open var contentView: UIView {
        if let ownContentView { return ownContentView }
        let view = UIView()
        ownContentView = view
        addSubview(view)
        return view
    }

    /// Returns a configuration for a header, without content.
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
