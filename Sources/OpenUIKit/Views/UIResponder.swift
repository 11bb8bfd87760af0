public import Foundation
public import OpenFoundation

/// An object that handles the user's actions and forms a chain with other responders.
///
/// Source: https://developer.apple.com/documentation/uikit/uiresponder
///
/// ## Difference from Apple
/// Touches and key presses do not reach an extension: the host draws its own controls and reports what the user did
/// with them.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Makes a responder that is last in its chain.
    public override init() {
        UIKitMembers.register()
        super.init()
    }

    /// The next responder in the chain; `nil` for the last one.
    open var next: UIResponder? { nil }

    /// Whether the responder can get the keyboard focus; `false` by default.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder may lose the keyboard focus; `true` by default.
    ///
    /// ## Difference from Apple
    /// The views of this module do not consult it; `UITextFieldDelegate` and `UITextViewDelegate` decide.
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder has the keyboard focus.
    open var isFirstResponder: Bool { false }

    /// Asks for the keyboard focus.
    ///
    /// - Returns: whether the responder has it now. `UIResponder` itself returns `false`.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Called after the object was made from a storyboard or nib file and its outlets were set. The outlets of a controller
    /// to its views are set later, before `viewDidLoad()`. The default implementation does nothing.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/awakefromnib()
    open func awakeFromNib() {}

    /// Not called, because there is no Interface Builder.
    open func prepareForInterfaceBuilder() {}

    /// Gives up the keyboard focus.
    ///
    /// - Returns: whether the responder does not have it now.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    /// What the user is doing, for the program to keep. ``updateUserActivityState(_:)`` is not called.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiresponder/useractivity
    open var userActivity: NSUserActivity?

    /// Adds the state to an activity. An override calls `super`, which does nothing. It is not called.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Restores the state of an activity. The default implementation does nothing. It is not called.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    /// Whether the responder has a method and allows to call it now. An override refuses methods that do not apply.
    ///
    /// - Parameter action: the name of the method, which has to be registered; see `ObjectiveCMembers`.
    /// - Parameter sender: the object that causes the call.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiresponder/canperformaction(_:withsender:)
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { responds(to: action) }

    /// Returns the first responder in the chain, from this one on, whose ``canPerformAction(_:withSender:)`` returns `true`.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiresponder/target(foraction:withsender:)
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        canPerformAction(action, withSender: sender) ? self : next?.target(forAction: action, withSender: sender)
    }
}
