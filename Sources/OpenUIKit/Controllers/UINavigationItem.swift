public import Foundation

/// What stands in the bar of a navigation controller for one screen.
///
/// Source: https://developer.apple.com/documentation/uikit/uinavigationitem
@MainActor
open class UINavigationItem: NSObject {
    /// How large the title is; hosts decide.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic, always, never
    }

    weak var controller: UIViewController?
    private var ownTitle: String?

    /// That of its controller until it is set.
    open var title: String? {
        get { ownTitle ?? controller?.title }
        set {
            ownTitle = newValue
            changed()
        }
    }

    /// A line above the title.
    open var prompt: String? { didSet { changed() } }
    /// Instead of the title: a label, a picture or segments; other views are not shown there.
    open var titleView: UIView? { didSet { changed() } }
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    /// From the edge inwards.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
    open var hidesBackButton = false { didSet { changed() } }
    /// Whether the back button stays beside the buttons on its side.
    open var leftItemsSupplementBackButton = false { didSet { changed() } }
    /// What the back button of the next screen says; nil for the title.
    open var backButtonTitle: String? { didSet { changed() } }
    open var backBarButtonItem: UIBarButtonItem? { didSet { changed() } }
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    public init(title: String?) {
        ownTitle = title
        super.init()
    }

    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }

    private func changed() {
        for item in (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) { item.controller = controller }
        controller?.setNeedsScreenUpdate()
    }
}
