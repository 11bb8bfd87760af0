public import Foundation
import OpenViewTree

/// A button in a bar.
///
/// Source: https://developer.apple.com/documentation/uikit/uibarbuttonitem
///
/// ## Difference from Apple
/// Linux has no selectors, so there are no targets; `primaryAction` is Apple's other way. There are no menus.
@MainActor
open class UIBarButtonItem: NSObject {
    /// Buttons that mean the same everywhere. What they say is English.
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks
        case search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo
        case close = 24
    }

    /// How a button looks.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
        public static let prominent = Style.done
    }

    /// The controller in whose bar it stands.
    weak var controller: UIViewController? {
        didSet {
            // A view of one's own belongs to the screen.
            if let view = customView, let owner = controller { view.controller = owner }
        }
    }
    let nodeID = RenderedNode.newID()
    private let systemItem: SystemItem?
    public let customView: UIView?

    open var title: String? { didSet { changed() } }
    open var image: UIImage? { didSet { changed() } }
    open var style = Style.plain { didSet { changed() } }
    open var isEnabled = true { didSet { changed() } }
    open var isHidden = false { didSet { changed() } }
    open var tintColor: UIColor? { didSet { changed() } }
    open var tag = 0
    /// Points; does not count, as hosts lay out their bars.
    open var width: CGFloat = 0
    open var primaryAction: UIAction? {
        didSet {
            title = primaryAction?.title ?? title
            image = primaryAction?.image ?? image
        }
    }

    open var accessibilityLabel: String? { didSet { changed() } }
    open var accessibilityHint: String? { didSet { changed() } }
    open var accessibilityIdentifier: String? { didSet { changed() } }

    private init(_ systemItem: SystemItem?, _ title: String?, _ image: UIImage?, _ action: UIAction?, _ view: UIView?) {
        self.systemItem = systemItem
        self.title = title ?? action.flatMap { $0.title.isEmpty ? nil : $0.title }
        self.image = image ?? action?.image
        primaryAction = action
        customView = view
        super.init()
    }

    /// A button without anything.
    public override convenience init() { self.init(nil, nil, nil, nil, nil) }

    /// - Parameter title: nil for that of the action.
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil) {
        self.init(nil, title, image, primaryAction, nil)
    }

    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init(systemItem, nil, nil, primaryAction, nil)
    }

    /// - Parameter customView: a `UIButton`, which is shown as a button of the bar; other views are not shown there.
    public convenience init(customView: UIView) { self.init(nil, nil, nil, nil, customView) }

    /// Room between buttons.
    public static func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

    /// - Parameter width: points; hosts decide.
    public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    private func changed() { controller?.setNeedsScreenUpdate() }

    /// The node; nil for what is not shown.
    func render(_ placement: ViewPlacement) -> RenderedNode? {
        guard !isHidden, systemItem != .flexibleSpace, systemItem != .fixedSpace else { return nil }
        var node = NodeAttributes()
        if let button = customView as? UIButton {
            button.describeForBar(&node)
        } else if customView != nil {
            return nil
        }
        let symbol = image ?? systemItem?.symbolName.flatMap { UIImage(systemName: $0) }
        node.show(title == nil || image != nil ? symbol : nil)
        let text = title ?? systemItem?.title
        if symbol == nil || (title != nil && image == nil) {
            if let text { node.set(.text, text) }
        } else if node[.accessibilityLabel] == nil {
            node.set(.accessibilityLabel, text)
        }
        if let accessibilityLabel { node.set(.accessibilityLabel, accessibilityLabel) }
        node.set(.accessibilityHint, accessibilityHint)
        node.set(.accessibilityIdentifier, accessibilityIdentifier)
        if let role { node.set(.role, role) }
        if !isEnabled { node.set(.isEnabled, false) }
        if let tintColor { node.set(.tintColor, tintColor.viewColor) }
        node.set(.placement, placement)
        return RenderedNode(id: nodeID, .barButton, node, owner: self)
    }

    private var role: ViewRole? {
        if primaryAction?.attributes.contains(.destructive) == true { return .destructive }
        if systemItem == .cancel { return .cancel }
        return style == .done || systemItem == .done || systemItem == .save ? .primary : nil
    }
}

extension UIBarButtonItem: NodeOwner {
    var takesEvents: Bool { isEnabled && !isHidden && controller?.isInFront == true }

    func receive(_ event: ViewEvent) {
        guard case .activate = event else { return }
        if let button = customView as? UIButton, button.isEnabled { button.press() }
        primaryAction?.perform(for: self)
    }
}

extension UIBarButtonItem.SystemItem {
    /// What the button says, or what is said of its symbol.
    fileprivate var title: String? {
        switch self {
        case .done: "Done"
        case .cancel: "Cancel"
        case .edit: "Edit"
        case .save: "Save"
        case .add: "Add"
        case .compose: "Compose"
        case .reply: "Reply"
        case .action: "Share"
        case .organize: "Organize"
        case .bookmarks: "Bookmarks"
        case .search: "Search"
        case .refresh: "Refresh"
        case .stop: "Stop"
        case .camera: "Camera"
        case .trash: "Delete"
        case .play: "Play"
        case .pause: "Pause"
        case .rewind: "Rewind"
        case .fastForward: "Fast Forward"
        case .undo: "Undo"
        case .redo: "Redo"
        case .close: "Close"
        case .flexibleSpace, .fixedSpace: nil
        }
    }

    fileprivate var symbolName: String? {
        switch self {
        case .add: "plus"
        case .compose: "pencil"
        case .action: "square.and.arrow.up"
        case .organize: "folder"
        case .bookmarks: "bookmark"
        case .search: "magnifyingglass"
        case .refresh: "arrow.clockwise"
        case .stop, .close: "xmark"
        case .camera: "camera"
        case .trash: "trash"
        case .play: "play"
        case .pause: "pause"
        case .rewind: "backward"
        case .fastForward: "forward"
        case .done, .cancel, .edit, .save, .reply, .undo, .redo, .flexibleSpace, .fixedSpace: nil
        }
    }
}
