public import Foundation

/// The actions that a host offers for a row.
///
/// Source: https://developer.apple.com/documentation/uikit/uiswipeactionsconfiguration
@preconcurrency @MainActor
open class UISwipeActionsConfiguration: NSObject {
    /// The actions, in order.
    public let actions: [UIContextualAction]
    /// Has no effect; hosts decide how actions are offered.
    open var performsFirstActionWithFullSwipe = true

    /// Makes a configuration with actions.
    public init(actions: [UIContextualAction]) { self.actions = actions }
}

/// An action that a host offers for a row.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontextualaction
@preconcurrency @MainActor
open class UIContextualAction: NSObject {
    /// The function that performs an action.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - view: the table.
    ///   - completion: to be called with whether the action was performed; its argument has no effect.
    public typealias Handler =
        @MainActor (_ action: UIContextualAction, _ view: UIView, _ completion: @escaping (Bool) -> Void) -> Void

    /// The meaning of an action.
    public enum Style: Int, Sendable {
        case normal, destructive
    }

    /// The meaning of the action. Hosts do not show it.
    public let style: Style
    /// The function that performs the action, called on the main actor.
    public let handler: Handler
    /// The title that the user sees.
    open var title: String?
    /// Has no effect; hosts show titles.
    open var image: UIImage?
    /// Has no effect; hosts decide on the colour.
    open var backgroundColor: UIColor?

    /// Makes an action.
    public init(style: Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.handler = handler
    }
}
