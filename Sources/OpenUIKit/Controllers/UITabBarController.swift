import OpenViewTree

/// A controller that shows one of several controllers, which the user selects in a bar.
///
/// Source: https://developer.apple.com/documentation/uikit/uitabbarcontroller
///
/// ## Difference from Apple
/// Hosts show the bar as a segmented control below the selected controller. There is no controller for more tabs than
/// fit.
@preconcurrency @MainActor
open class UITabBarController: UIViewController {
    /// The bar with the items of the controllers.
    public let tabBar = UITabBar()
    /// The object that is asked and notified when the user selects a controller.
    open weak var delegate: (any UITabBarControllerDelegate)?
    private var selected = 0

    /// The controllers, in the order of their items; `nil` when none were set.
    open var viewControllers: [UIViewController]? {
        get { children.isEmpty ? nil : children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Replaces the controllers. `animated` has no effect. The selected controller stays selected if it is among them.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let old = selectedViewController
        let new = viewControllers ?? []
        for child in children where !new.contains(where: { $0 === child }) {
            child.willMove(toParent: nil)
            child.viewIfLoaded?.removeFromSuperview()
            child.removeFromParent()
        }
        children.removeAll()
        for child in new
        where !sequence(first: self as UIViewController, next: \.parent).contains(where: { $0 === child }) {
            if child.parent === self {
                if !children.contains(where: { $0 === child }) { children.append(child) }
            } else {
                addChild(child)
                child.didMove(toParent: self)
            }
        }
        selected = children.firstIndex { $0 === old } ?? min(max(selected, 0), max(children.count - 1, 0))
        tabBar.items = children.map(\.tabBarItem)
        showSelected()
    }

    /// The index of the selected controller; 0 by default. An index out of range has no effect.
    open var selectedIndex: Int {
        get { selected }
        set {
            guard children.indices.contains(newValue) else { return }
            selected = newValue
            showSelected()
        }
    }

    /// The selected controller; `nil` when there are no controllers. A controller that is not among them has no effect.
    open var selectedViewController: UIViewController? {
        get { children.indices.contains(selected) ? children[selected] : nil }
        set { if let index = children.firstIndex(where: { $0 === newValue }) { selectedIndex = index } }
    }

    open override func loadView() { view = TabView(tabBar) }

    open override func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        super.loadViewIfNeeded()
        tabBar.selectionHandler = { [weak self] in self?.userHasSelected($0) }
        showSelected()
    }

    private func userHasSelected(_ index: Int) {
        guard children.indices.contains(index) else { return }
        let child = children[index]
        guard delegate?.tabBarController(self, shouldSelect: child) ?? true else { return showSelected() }
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: child)
    }

    /// Makes the view of the selected controller the only view beside the bar.
    private func showSelected() {
        guard let view = viewIfLoaded as? TabView else { return }
        tabBar.selectedItem = selectedViewController?.tabBarItem
        let shown = selectedViewController?.view
        for other in view.subviews where other !== shown && other !== tabBar { other.removeFromSuperview() }
        guard let shown, shown.superview !== view else { return }
        shown.frame = view.bounds
        view.insertSubview(shown, at: 0)
        setNeedsScreenUpdate()
    }

    override var visibleChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
}

/// The view of a tab bar controller: a column of the selected view and the bar.
private final class TabView: UIView {
    init(_ bar: UITabBar) {
        super.init(frame: .zero)
        addSubview(bar)
    }

    required init?(coder: NSCoder) { nil }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        node.set(.arrangement, ViewArrangement.column)
        return subviews.map { $0.render(at: $0 is UITabBar ? [:] : [.grow: .number(1)]) }
    }
}

/// Is asked and notified when the user selects a tab. All methods are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: AnyObject {
    /// Returns whether the user may select a controller. The default is `true`.
    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
    /// Called after the user has selected a controller.
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    /// Returns `true`: the controller can be selected.
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    /// Does nothing.
    public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
}
