public import Foundation
import OpenViewTree

/// Screens that lead to one another, under a bar with a title and buttons.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationcontroller
///
/// ## Difference from Apple
/// The host is told of the screen on top only. A controller that is part of another one has its bar at the top of the whole
/// screen. There is no delegate.
open class UINavigationController: UIViewController {
    /// The bar at the top.
    public let navigationBar = UINavigationBar()
    open var isNavigationBarHidden = false { didSet { setNeedsScreenUpdate() } }
    open var isToolbarHidden = true { didSet { setNeedsScreenUpdate() } }
    private lazy var back = BackButton(self)

    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        viewControllers = [rootViewController]
    }

    /// From the first to the one on top.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    open var topViewController: UIViewController? { children.last }
    /// What is presented, or the one on top.
    open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        change {
            for child in children where !viewControllers.contains(where: { $0 === child }) { drop(child) }
            children.removeAll()
            for child in viewControllers { take(child) }
        }
    }

    /// A controller that is in it already is not shown a second time.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !children.contains(where: { $0 === viewController }) else { return }
        change { take(viewController) }
    }

    /// - Returns: the controller that has left; nil when there is but one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1 else { return nil }
        return pop(to: children.count - 2)?.last
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? { pop(to: 0) }

    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        children.firstIndex { $0 === viewController }.flatMap { pop(to: $0) }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

    open override func loadViewIfNeeded() {
        super.loadViewIfNeeded()
        navigationBar.controller = self
        showTop()
    }

    /// Brings the view of the controller on top into this one's, alone.
    private func showTop() {
        guard let view = viewIfLoaded else { return }
        let top = topViewController?.view
        for other in view.subviews where other !== top { other.removeFromSuperview() }
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
        // A controller in itself would be a circle.
        guard !sequence(first: self as UIViewController, next: \.parent).contains(where: { $0 === child }) else {
            return
        }
        if child.parent === self { return children.append(child) }
        addChild(child)
        child.didMove(toParent: self)
    }

    private func drop(_ child: UIViewController) {
        child.willMove(toParent: nil)
        child.removeFromParent()
    }

    /// Changes what is on top, and tells those who come and go.
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

    /// The bar, and the buttons of the bar at the bottom.
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
        if let tintColor = navigationBar.tintColor { attributes.set(.tintColor, tintColor.viewColor) }
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

/// The button that leads to the screen before.
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

/// The bar at the top of a navigation controller.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationbar
///
/// ## Difference from Apple
/// It is no view: what it looks like is the host's matter.
@MainActor
public final class UINavigationBar: NSObject {
    weak var controller: UINavigationController?
    /// What its buttons are coloured with; nil for the host's colour.
    public var tintColor: UIColor? { didSet { controller?.setNeedsScreenUpdate() } }
    /// Whether titles are large; hosts decide.
    public var prefersLargeTitles = false
}
