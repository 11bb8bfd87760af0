public import Foundation
import OpenViewTree

/// An item of a tab bar.
///
/// Source: https://developer.apple.com/documentation/uikit/uitabbaritem
@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    /// Items with a standard title, which is in English.
    public enum SystemItem: Int, Sendable {
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads
        case mostRecent, mostViewed
    }

    weak var bar: UITabBar?
    /// The title; `nil` for none.
    open var title: String? { didSet { bar?.setNeedsRendering() } }
    /// The image. It is shown by its name if the item has no title.
    open var image: UIImage? { didSet { bar?.setNeedsRendering() } }
    /// Has no effect; hosts show selected items in their own style.
    open var selectedImage: UIImage?
    /// A short text after the title; `nil` for none.
    open var badgeValue: String? { didSet { bar?.setNeedsRendering() } }
    /// Whether the user can select the item; `true` by default.
    open var isEnabled = true
    /// A number for the program's own use.
    open var tag = 0

    /// Makes an item without a title.
    public override init() { super.init() }

    /// Makes an item with a title and an image.
    public init(title: String?, image: UIImage?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
    }

    /// Makes an item with a title and two images.
    public init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
    }

    /// Makes an item with a standard title.
    public init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        title = systemItem.title
        self.tag = tag
    }

    /// The text that hosts show.
    var text: String {
        let name = title ?? image?.symbolName ?? ""
        return badgeValue.map { "\(name) (\($0))" } ?? name
    }
}

extension UITabBarItem.SystemItem {
    fileprivate var title: String {
        switch self {
        case .more: "More"
        case .favorites: "Favorites"
        case .featured: "Featured"
        case .topRated: "Top Rated"
        case .recents: "Recents"
        case .contacts: "Contacts"
        case .history: "History"
        case .bookmarks: "Bookmarks"
        case .search: "Search"
        case .downloads: "Downloads"
        case .mostRecent: "Most Recent"
        case .mostViewed: "Most Viewed"
        }
    }
}

/// A bar of items of which the user selects one.
///
/// Source: https://developer.apple.com/documentation/uikit/uitabbar
///
/// ## Difference from Apple
/// Hosts show it as a segmented control with at most 64 items.
@preconcurrency @MainActor
open class UITabBar: UIView {
    /// The object that is notified when the user selects an item.
    open weak var delegate: (any UITabBarDelegate)?
    /// The items; `nil` for none.
    open var items: [UITabBarItem]? {
        didSet {
            for item in items ?? [] { item.bar = self }
            setNeedsRendering()
        }
    }
    /// The selected item; `nil` for none. Setting it does not notify the delegate.
    open weak var selectedItem: UITabBarItem? { didSet { if selectedItem !== oldValue { setNeedsRendering() } } }
    /// Has no effect; hosts decide on the background.
    open var barTintColor: UIColor?
    /// Has no effect; hosts decide on the background.
    open var isTranslucent = true
    /// Has no effect; hosts decide on the colour of the other items.
    open var unselectedItemTintColor: UIColor?
    /// Called with the index of the item that the user selects, in place of selecting it.
    var selectionHandler: ((Int) -> Void)?

    private var selectedIndex: Int { items?.firstIndex { $0 === selectedItem } ?? -1 }

    override var nodeKind: ViewKind { .segmented }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.segments, (items ?? []).map(\.text))
        node.set(.selectedIndex, selectedIndex)
    }

    override func handle(_ event: ViewEvent) {
        guard case .select(let number) = event else { return }
        hostHasSet(.selectedIndex, .integer(Int32(clamping: number)))
        guard let items, items.indices.contains(Int(number)), items[Int(number)].isEnabled else { return }
        if let selectionHandler {
            selectionHandler(Int(number))
        } else {
            selectedItem = items[Int(number)]
        }
        delegate?.tabBar(self, didSelect: items[Int(number)])
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}

/// Is notified when the user selects an item of a tab bar.
///
/// Source: https://developer.apple.com/documentation/uikit/uitabbardelegate
@preconcurrency @MainActor
public protocol UITabBarDelegate: AnyObject {
    /// Called after the user has selected an item. The default implementation does nothing.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}
