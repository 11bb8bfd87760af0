public import Foundation

/// What is called when an action is chosen.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// Something that can be done: what a control does, or an entry of a menu.
///
/// Source: https://developer.apple.com/documentation/uikit/uiaction
@MainActor
open class UIAction: NSObject {
    /// The name of an action among others.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    open var title: String
    open var image: UIImage?
    public let identifier: Identifier
    /// What the action does, in more words than its title.
    open var discoverabilityTitle: String?
    open var attributes: UIMenuElement.Attributes
    open var state: UIMenuElement.State
    /// What it is called for; nil when it is not being called.
    public internal(set) weak var sender: AnyObject?
    private let handler: UIActionHandler

    /// - Parameter identifier: nil for one of its own.
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

/// What the entries of menus have in common.
///
/// ## Difference from Apple
/// There are no menus; these are the names that `UIAction` needs.
public enum UIMenuElement {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let disabled = Attributes(rawValue: 1)
        public static let destructive = Attributes(rawValue: 2)
        public static let hidden = Attributes(rawValue: 4)
    }

    public enum State: Int, Sendable {
        case off, on, mixed
    }
}
