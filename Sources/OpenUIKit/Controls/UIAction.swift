public import Foundation

/// The function that an action calls, with the action as its argument.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// A function with a title and an image, for controls, bar buttons and table rows.
///
/// Source: https://developer.apple.com/documentation/uikit/uiaction
@preconcurrency @MainActor
open class UIAction: NSObject {
    /// The name by which a control finds an action.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes an identifier from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes an identifier from a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The title that the user sees.
    open var title: String
    /// The image that the user sees; `nil` for none.
    open var image: UIImage?
    /// The name by which a control finds the action.
    public let identifier: Identifier
    /// A longer description than the title. Hosts do not show it.
    open var discoverabilityTitle: String?
    /// Attributes of the action. A button made for the action takes its role from
    /// ``UIMenuElement/Attributes/destructive``; the others have no effect.
    open var attributes: UIMenuElement.Attributes
    /// Whether the action is marked as on. Hosts do not show it.
    open var state: UIMenuElement.State
    /// The control or bar button for which the handler runs; `nil` at other times.
    public internal(set) weak var sender: AnyObject?
    private let handler: UIActionHandler

    /// Makes an action.
    ///
    /// - Parameters:
    ///   - title: the text that controls show.
    ///   - image: the picture that controls show; `nil` for none.
    ///   - identifier: `nil` for a unique one.
    ///   - discoverabilityTitle: a longer text for places where the title is not enough.
    ///   - attributes: whether the action is disabled, hidden or destructive.
    ///   - state: whether the action is shown as on, off or mixed.
    ///   - handler: called on the main actor each time the action is performed.
    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.title = title
        self.image = image
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init()
    }

    func perform(for sender: AnyObject?) {
        self.sender = sender
        defer { self.sender = nil }
        handler(self)
    }
}

/// The attributes and states of actions.
///
/// ## Difference from Apple
/// There are no menus, so this is only a namespace.
public enum UIMenuElement {
    /// Attributes of a menu element.
    public struct Attributes: OptionSet, Sendable {
        /// The bits of the attributes.
        public let rawValue: UInt
        /// Makes attributes from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The element cannot be chosen.
        public static let disabled = Attributes(rawValue: 1)
        /// The element deletes something that the user may want to keep.
        public static let destructive = Attributes(rawValue: 2)
        /// The element is not shown.
        public static let hidden = Attributes(rawValue: 4)
    }

    /// Whether a menu element is marked.
    public enum State: Int, Sendable {
        case off, on, mixed
    }
}
