public import Foundation

/// Something that can hear what a person does, and passes on what is not for it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiresponder
///
/// ## Difference from Apple
/// Touches and key presses do not reach an extension: the host draws its own components, and tells what was done with them.
@MainActor
open class UIResponder: NSObject {
    public override init() { super.init() }

    /// Who hears what this does not handle; nil for the last one.
    open var next: UIResponder? { nil }

    /// Whether typing may go here.
    open var canBecomeFirstResponder: Bool { false }

    open var canResignFirstResponder: Bool { true }

    /// Whether typing goes here.
    open var isFirstResponder: Bool { false }

    /// Asks that typing goes here.
    ///
    /// - Returns: whether it does now.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Asks that typing goes here no longer.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }
}
