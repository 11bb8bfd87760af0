public import Foundation

/// The second parameter of methods that controls call.
///
/// Source: https://developer.apple.com/documentation/uikit/uievent
///
/// ## Difference from Apple
/// The system makes no events: hosts report what the user did with a control, not touches. Methods get `nil`.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    /// Makes an event without touches.
    public override init() { super.init() }
}
