public import Foundation
import OpenViewTree

/// A bar with a title and buttons: that of a navigation controller, or a view that a program makes itself.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationbar
///
/// ## Difference from Apple
/// The bar of a navigation controller is drawn by the host and is not in the view hierarchy; its items are those of the
/// controllers. In a bar that a program makes, the buttons of the topmost item surround its title.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// The navigation controller that shows the bar; `nil` for a bar that a program makes.
    weak var navigation: UINavigationController?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open override var tintColor: UIColor! { didSet { navigation?.setNeedsScreenUpdate() } }
    /// Has no effect; hosts decide on the size of titles.
    open var prefersLargeTitles = false
    /// Has no effect; hosts decide on the background.
    open var barTintColor: UIColor?
    /// Has no effect; hosts decide on the background.
    open var isTranslucent = true
    /// Has no effect; hosts decide on the colours of bars.
    open var barStyle = UIBarStyle.default
    /// Has no effect; hosts decide on the look of titles.
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    /// Has no effect; hosts decide on the look of titles.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    /// Has no effect; hosts decide on the edge of bars.
    open var shadowImage: UIImage?
    private var backgroundImages: [UIBarMetrics: UIImage] = [:]
    private var ownItems: [UINavigationItem] = []
    private let titleLabel = UILabel()
    private let leading = RenderedNode.newID()
    private let trailing = RenderedNode.newID()

    /// The items, from the bottom to the top. The topmost one is shown. Those of a navigation controller are read-only.
    open var items: [UINavigationItem]? {
        get { navigation?.viewControllers.map(\.navigationItem) ?? ownItems }
        set {
            for item in ownItems { item.bar = nil }
            ownItems = newValue ?? []
            for item in ownItems { item.bar = self }
            setNeedsLayout()
        }
    }

    /// The item that is shown; `nil` when there are no items.
    open var topItem: UINavigationItem? { items?.last }
    /// The item below the one that is shown; `nil` when there is at most one item.
    open var backItem: UINavigationItem? { items?.dropLast().last }

    /// Keeps a picture for the background. It has no effect; hosts decide on the background.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        backgroundImages[barMetrics] = backgroundImage
    }

    /// The picture that was set for the background, which is not shown; `nil` for none.
    open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { backgroundImages[barMetrics] }

    /// Replaces the items. `animated` has no effect.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }

    /// Shows another item. `animated` has no effect.
    open func pushItem(_ item: UINavigationItem, animated: Bool) { items = ownItems + [item] }

    /// Removes the item that is shown. `animated` has no effect.
    ///
    /// - Returns: the removed item; `nil` when there was none.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? {
        guard let last = ownItems.last else { return nil }
        items = Array(ownItems.dropLast())
        return last
    }

    /// The view between the buttons.
    private var titleView: UIView { topItem?.titleView ?? titleLabel }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard navigation == nil else { return }
        for view in subviews where view !== titleView { view.removeFromSuperview() }
        titleLabel.text = topItem?.title
        titleLabel.font = .preferredFont(forTextStyle: .headline)
        titleLabel.textAlignment = .center
        if titleView.superview !== self { addSubview(titleView) }
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        guard let item = topItem, navigation == nil else { return super.renderChildren(&node) }
        node.set(.arrangement, ViewArrangement.row)
        node.set(.alignment, ViewAlignment.center)
        node.set(.spacing, 8)
        func buttons(_ items: [UIBarButtonItem], _ id: UInt32) -> RenderedNode {
            var attributes = NodeAttributes()
            attributes.set(.arrangement, ViewArrangement.row)
            attributes.set(.spacing, 8)
            let nodes = items.compactMap { item -> RenderedNode? in
                item.controller = screenController
                item.bar = self
                return item.renderInView()
            }
            return RenderedNode(id: id, .container, attributes, children: nodes, owner: nil)
        }
        return [
            buttons(item.leftBarButtonItems ?? [], leading),
            titleView.render(at: [.grow: .number(1)]),
            buttons((item.rightBarButtonItems ?? []).reversed(), trailing),
        ]
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
