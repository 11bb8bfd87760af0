import OpenViewTree

/// A row of buttons.
///
/// Source: https://developer.apple.com/documentation/uikit/uitoolbar
///
/// ## Difference from Apple
/// Hosts draw the buttons in the style of buttons in a view. Navigation controllers show `toolbarItems` without a view.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// The buttons and spaces, from the leading to the trailing edge; `nil` for none.
    open var items: [UIBarButtonItem]? {
        didSet {
            for item in oldValue ?? [] where item.bar === self { item.bar = nil }
            for item in items ?? [] { item.bar = self }
            setNeedsRendering()
        }
    }
    /// Has no effect; hosts decide on the background.
    open var barTintColor: UIColor?
    /// Has no effect; hosts decide on the background.
    open var isTranslucent = true
    /// Has no effect; hosts decide on the colours of bars.
    open var barStyle = UIBarStyle.default
    private var spaceIDs: [UInt32] = []

    /// Sets ``items``. `animated` has no effect.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        node.set(.arrangement, ViewArrangement.row)
        node.set(.spacing, 8)
        var spaces = 0
        return (items ?? []).compactMap { item in
            item.controller = screenController
            if let button = item.renderInView() { return button }
            guard item.isFlexibleSpace else { return nil }
            var space = NodeAttributes()
            space.set(.grow, 1)
            spaces += 1
            while spaceIDs.count < spaces { spaceIDs.append(RenderedNode.newID()) }
            return RenderedNode(id: spaceIDs[spaces - 1], .container, space, owner: nil)
        }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
