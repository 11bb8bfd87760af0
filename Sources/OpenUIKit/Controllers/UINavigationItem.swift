public import Foundation

/// The content of a navigation bar for one controller.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationitem
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// When the title is large; hosts decide.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic, always, never
    }

    weak var controller: UIViewController?
    private var ownTitle: String?

    /// The title of the bar; the title of the controller until it is set.
    open var title: String? {
        get { ownTitle ?? controller?.title }
        set {
            ownTitle = newValue
            changed()
        }
    }

    /// A line above the title.
    open var prompt: String? { didSet { changed() } }
    /// A view that is shown instead of the title: a label, an image view or a segmented control. Other views are not
    /// shown.
    open var titleView: UIView? { didSet { changed() } }
    /// The buttons on the leading side, from the edge inwards.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    /// The buttons on the trailing side, from the edge inwards.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    /// Whether the back button is hidden; `false` by default.
    open var hidesBackButton = false { didSet { changed() } }
    /// Whether the back button is shown together with ``leftBarButtonItems``; `false` by default.
    open var leftItemsSupplementBackButton = false { didSet { changed() } }
    /// The title of the back button that leads to this screen; `nil` for that of ``backBarButtonItem``, or the title.
    open var backButtonTitle: String? { didSet { changed() } }
    /// An item whose title the back button that leads to this screen has. Its other properties have no effect.
    open var backBarButtonItem: UIBarButtonItem? { didSet { changed() } }
    /// Has no effect; hosts decide on the size of titles.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    /// Makes an item that does not belong to a controller.
    public init(title: String?) {
        ownTitle = title
        super.init()
    }

    /// The first button on the leading side. Setting it replaces all of them.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The first button on the trailing side. Setting it replaces all of them.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Sets ``leftBarButtonItem``. `animated` has no effect.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    /// Sets ``rightBarButtonItem``. `animated` has no effect.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    /// Sets ``leftBarButtonItems``. `animated` has no effect.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    /// Sets ``rightBarButtonItems``. `animated` has no effect.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    /// Sets ``hidesBackButton``. `animated` has no effect.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }

    /// The bar of a program that shows the item.
    weak var bar: UINavigationBar?
    /// The search bar above the view of the controller; `nil` for none. It is shown in a navigation controller only.
    open var searchController: UISearchController? {
        didSet {
            if searchController == nil { controller?.viewIfLoaded?.viewAbove = nil }
            controller?.showSearchBar()
        }
    }
    /// Has no effect: the search bar does not scroll.
    open var hidesSearchBarWhenScrolling = true

    private func changed() {
        bar?.setNeedsLayout()
        for item in (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) { item.controller = controller }
        controller?.setNeedsScreenUpdate()
    }
}
