import OpenViewTree

/// A controller for a stack of screens below a bar with a title and buttons.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationcontroller
///
/// ## Difference from Apple
/// Only the topmost screen is sent to the host. The bar of a navigation controller inside another controller is at the
/// top of the whole screen. There is no delegate.
open class UINavigationController: UIViewController {
    /// The bar at the top of the screen. Its items are those of the controllers, also before the view is loaded.
    public private(set) lazy var navigationBar: UINavigationBar = {
        let bar = UINavigationBar()
        bar.navigation = self
        return bar
    }()
    /// Whether the navigation bar is hidden; `false` by default.
    open var isNavigationBarHidden = false { didSet { setNeedsScreenUpdate() } }
    /// Whether the toolbar with the `toolbarItems` of the top controller is hidden; `true` by default.
    open var isToolbarHidden = true { didSet { setNeedsScreenUpdate() } }
    private lazy var back = BackButton(self)

    /// Makes a navigation controller whose stack has one controller.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        viewControllers = [rootViewController]
    }

    /// The controllers of the stack, from the bottom to the top. Setting it is the same as
    /// ``setViewControllers(_:animated:)``.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The controller at the top of the stack.
    open var topViewController: UIViewController? { children.last }
    /// The presented controller, or the one at the top of the stack.
    open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

    /// Replaces the stack. Controllers that were in it before stay children. `animated` has no effect.
    ///
    /// ## Difference from Apple
    /// A controller that is given more than once stands where it comes first; Apple raises an exception.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        change {
            for child in children where !viewControllers.contains(where: { $0 === child }) { drop(child) }
            children.removeAll()
            for child in viewControllers { take(child) }
        }
    }

    /// Pushes a controller. `animated` has no effect.
    ///
    /// ## Difference from Apple
    /// Nothing happens when it is in the stack already; Apple raises an exception.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !children.contains(where: { $0 === viewController }) else { return }
        change { take(viewController) }
    }

    /// Removes the controller at the top of the stack. `animated` has no effect.
    ///
    /// - Returns: the removed controller, or `nil` when there is only one in the stack.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1 else { return nil }
        return pop(to: children.count - 2)?.last
    }

    /// Removes all controllers but the one at the bottom. `animated` has no effect.
    ///
    /// - Returns: the removed controllers, or `nil` when there was nothing to remove.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? { pop(to: 0) }

    /// Removes all controllers above another one. `animated` has no effect.
    ///
    /// - Returns: the removed controllers, or `nil` when there was nothing to remove.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        children.firstIndex { $0 === viewController }.flatMap { pop(to: $0) }
    }

    /// Hides or shows the navigation bar. `animated` has no effect.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
    /// Hides or shows the toolbar. `animated` has no effect.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

    open override func loadViewIfNeeded() {
        super.loadViewIfNeeded()
        showTop()
    }

    /// Makes the view of the top controller the only subview.
    private func showTop() {
        guard let view = viewIfLoaded else { return }
        let top = topViewController?.view
        for other in view.subviews where other !== top { other.removeFromSuperview() }
        topViewController?.showSearchBar()
        guard let top, top.superview !== view else { return }
        top.translatesAutoresizingMaskIntoConstraints = true
        top.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        top.frame = view.bounds
        view.addSubview(top)
    }

    private func pop(to index: Int) -> [UIViewController]? {
        guard index < children.count - 1 else { return nil }
        let leaving = Array(children[(index + 1)...])
        change { for child in leaving { drop(child) } }
        return leaving
    }

    private func take(_ child: UIViewController) {
        // A controller inside itself would form a cycle.
        guard !sequence(first: self as UIViewController, next: \.parent).contains(where: { $0 === child }) else {
            return
        }
        if child.parent === self {
            if !children.contains(where: { $0 === child }) { children.append(child) }
            return
        }
        addChild(child)
        child.didMove(toParent: self)
    }

    private func drop(_ child: UIViewController) {
        child.willMove(toParent: nil)
        child.removeFromParent()
    }

    /// Changes the stack, and calls the appearance methods of the controllers that come and go.
    private func change(_ body: () -> Void) {
        let old = topViewController
        let isShown = appearance == .appeared || appearance == .appearing
        body()
        setNeedsScreenUpdate()
        let new = topViewController
        guard old !== new, isShown else { return showTop() }
        old?.willDisappear()
        new?.willAppear()
        showTop()
        scene?.afterUpdate {
            old?.didDisappear()
            new?.didAppear()
        }
    }

    override var visibleChildren: [UIViewController] { topViewController.map { [$0] } ?? [] }

    // MARK: The tree

    override func describeWindow(_ node: inout NodeAttributes) {
        super.describeWindow(&node)
        if preferredContentSize == .zero { topViewController?.describeWindow(&node) }
    }

    /// The navigation bar, and the buttons of the toolbar.
    func renderBars() -> (top: RenderedNode?, bottom: [RenderedNode]) {
        let top = topViewController
        let tools = isToolbarHidden ? [] : top?.toolbarItems ?? []
        for item in tools { item.controller = top }
        return (isNavigationBarHidden ? nil : renderBar(), tools.compactMap { $0.render(.bottom) })
    }

    private func renderBar() -> RenderedNode {
        guard let top = topViewController else {
            return RenderedNode(id: screenNodes.bar, .navigationBar, NodeAttributes(), owner: nil)
        }
        let item = top.navigationItem
        var attributes = NodeAttributes()
        attributes.set(.title, item.title)
        attributes.set(.detail, item.prompt)
        if let tintColor = navigationBar.ownTintColor { attributes.set(.tintColor, tintColor.viewColor) }
        let left = item.leftBarButtonItems ?? []
        var content: [RenderedNode] = []
        if children.count > 1, !item.hidesBackButton, left.isEmpty || item.leftItemsSupplementBackButton {
            content.append(back.render(children[children.count - 2].navigationItem))
        }
        content += left.compactMap { $0.render(.leading) }
        if let titleView = item.titleView, ViewSchema.rule(of: .navigationBar).children.contains(titleView.nodeKind) {
            titleView.controller = top
            content.append(titleView.render(at: [:]))
        }
        content += (item.rightBarButtonItems ?? []).reversed().compactMap { $0.render(.trailing) }
        return RenderedNode(id: screenNodes.bar, .navigationBar, attributes, children: content, owner: nil)
    }
}

/// The button that returns to the previous screen.
@MainActor
private final class BackButton: NodeOwner {
    private let nodeID = RenderedNode.newID()
    private weak var controller: UINavigationController?

    init(_ controller: UINavigationController) { self.controller = controller }

    func render(_ previous: UINavigationItem) -> RenderedNode {
        var attributes = NodeAttributes()
        attributes.set(
            .text, previous.backButtonTitle ?? previous.backBarButtonItem?.title ?? previous.title ?? "Back")
        attributes.set(.placement, ViewPlacement.back)
        return RenderedNode(id: nodeID, .barButton, attributes, owner: self)
    }

    var takesEvents: Bool { controller?.isInFront == true }

    func receive(_ event: ViewEvent) {
        if case .activate = event { controller?.popViewController(animated: true) }
    }
}
