public import Foundation
import OpenViewTree

/// A button in a navigation bar or toolbar.
///
/// Source: https://developer.apple.com/documentation/uikit/uibarbuttonitem
///
/// ## Difference from Apple
/// There are no menus.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// Buttons with a standard title or symbol. The titles are in English.
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks
        case search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo
        case close = 24
    }

    /// The appearance of a button.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
        /// Another name for ``done``.
        public static let prominent = Style.done
    }

    /// The controller in whose bar the item is shown.
    weak var controller: UIViewController? {
        didSet {
            // A custom view is part of the controller's screen.
            if let view = customView, let owner = controller { view.controller = owner }
        }
    }
    let nodeID = RenderedNode.newID()
    private let systemItem: SystemItem?
    /// The view that is shown instead of the button. Only a `UIButton` is shown.
    public let customView: UIView?

    /// The title; `nil` for none.
    open var title: String? { didSet { changed() } }
    /// The image; `nil` for none. It is shown instead of the title, which then describes it.
    open var image: UIImage? { didSet { changed() } }
    /// The appearance; ``Style/done`` marks the main button.
    open var style = Style.plain { didSet { changed() } }
    /// Whether the user can press the button; `true` by default.
    open var isEnabled = true { didSet { changed() } }
    /// Whether the button is left out of its bar; `false` by default.
    open var isHidden = false { didSet { changed() } }
    /// The colour of the button; `nil` for that of the bar.
    open var tintColor: UIColor? { didSet { changed() } }
    /// A number for the program's own use.
    open var tag = 0
    /// Has no effect; hosts lay out bars.
    open var width: CGFloat = 0
    /// The action that a press performs. Setting it takes over its title and image, unless they are empty.
    open var primaryAction: UIAction? {
        didSet {
            title = Self.title(of: primaryAction) ?? title
            image = primaryAction?.image ?? image
        }
    }

    /// The object whose method ``action`` a press calls; `nil` for the first one in the responder chain that has the method. It
    /// is not kept alive.
    open weak var target: AnyObject?
    /// The name of the method that a press calls, unless there is a ``primaryAction``; `nil` for none.
    ///
    /// The method has no parameter, or one for the bar button. It has to be registered; see `ObjectiveCMembers`.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uibarbuttonitem/action
    open var action: Selector?

    /// A short name of the button for assistive technologies; `nil` for its title.
    open var accessibilityLabel: String? { didSet { changed() } }
    /// What pressing the button does, for assistive technologies.
    open var accessibilityHint: String? { didSet { changed() } }
    /// A name by which tests find the button.
    open var accessibilityIdentifier: String? { didSet { changed() } }

    private init(_ systemItem: SystemItem?, _ title: String?, _ image: UIImage?, _ action: UIAction?, _ view: UIView?) {
        self.systemItem = systemItem
        self.title = title ?? Self.title(of: action)
        self.image = image ?? action?.image
        primaryAction = action
        customView = view
        super.init()
    }

    /// Makes a button without a title, image or action.
    public override convenience init() { self.init(nil, nil, nil, nil, nil) }

    /// Makes a button that performs an action. The title and image default to those of the action.
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil) {
        self.init(nil, title, image, primaryAction, nil)
    }

    /// Makes a button with a standard title or symbol.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init(systemItem, nil, nil, primaryAction, nil)
    }

    /// Makes a button with a title that calls a method when it is pressed.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init(nil, title, nil, nil, nil)
        set(style, target, action)
    }

    /// Makes a button with an image that calls a method when it is pressed.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(nil, nil, image, nil, nil)
        set(style, target, action)
    }

    /// Makes a button with an image that calls a method when it is pressed. The image for low screens is not used.
    public convenience init(
        image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: Any?, action: Selector?
    ) {
        self.init(image: image, style: style, target: target, action: action)
    }

    /// Makes a button with a standard title or symbol that calls a method when it is pressed.
    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(systemItem, nil, nil, nil, nil)
        set(style, target, action)
    }

    private func set(_ style: Style, _ target: Any?, _ action: Selector?) {
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Makes a button that is shown as a view.
    ///
    /// - Parameter customView: a `UIButton`, which is shown as a button of the bar. Other views are not shown.
    public convenience init(customView: UIView) { self.init(nil, nil, nil, nil, customView) }

    /// Makes an item for flexible space between buttons. It has no effect; hosts lay out bars.
    public static func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

    /// Makes an item for fixed space between buttons. It has no effect; hosts lay out bars.
    ///
    /// - Parameter width: the width in points.
    public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    private static func title(of action: UIAction?) -> String? {
        action.flatMap { $0.title.isEmpty ? nil : $0.title }
    }

    /// The view that shows the item, if it is not in a bar of a navigation controller.
    weak var bar: UIView?
    /// Whether the item is flexible space.
    var isFlexibleSpace: Bool { systemItem == .flexibleSpace }

    private func changed() {
        controller?.setNeedsScreenUpdate()
        bar?.setNeedsRendering()
    }

    /// The node of the button in a view; `nil` when it is not shown.
    func renderInView() -> RenderedNode? {
        if let customView, !(customView is UIButton) { return customView.isHidden ? nil : customView.render(at: [:]) }
        guard let node = render(.bottom) else { return nil }
        node.attributes[.placement] = nil
        var attributes = NodeAttributes(node.attributes)
        attributes.picture = node.picture
        return RenderedNode(id: nodeID, .button, attributes, owner: self)
    }

    /// The node of the button; `nil` when it is not shown.
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
        if let primaryAction { return primaryAction.perform(for: self) }
        if let action { UIApplication.shared.sendAction(action, to: target, from: self, for: nil) }
    }
}

extension UIBarButtonItem.SystemItem {
    /// The title of the button, or the description of its symbol.
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
