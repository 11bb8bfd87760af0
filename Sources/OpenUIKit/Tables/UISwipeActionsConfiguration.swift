public import Foundation

/// What can be done with a row beside pressing it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiswipeactionsconfiguration
@MainActor
open class UISwipeActionsConfiguration: NSObject {
    public let actions: [UIContextualAction]
    /// Whether a long swipe does the first action; hosts decide.
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) { self.actions = actions }
}

/// One thing that can be done with a row.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontextualaction
@MainActor
open class UIContextualAction: NSObject {
    /// - Parameter completion: called with whether it was done.
    public typealias Handler =
        @MainActor (_ action: UIContextualAction, _ view: UIView, _ completion: @escaping (Bool) -> Void) -> Void

    /// What doing it means.
    public enum Style: Int, Sendable {
        case normal, destructive
    }

    public let style: Style
    public let handler: Handler
    open var title: String?
    /// Hosts show titles.
    open var image: UIImage?
    open var backgroundColor: UIColor?

    public init(style: Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.handler = handler
    }
}
