public import Foundation
import OpenViewTree

/// Detects that a view is pressed and kept pressed.
///
/// Source: https://developer.apple.com/documentation/uikit/uilongpressgesturerecognizer
///
/// ## Difference from Apple
/// A host may offer a key instead, which begins the gesture at once. If a view has several of these recognizers, they
/// begin together, after the shortest ``minimumPressDuration``.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The seconds for which the view has to be pressed until the gesture begins; 0.5 by default. Hosts use the nearest
    /// value from 0 to 60.
    open var minimumPressDuration: TimeInterval = 0.5 { didSet { view?.setNeedsRendering() } }

    /// Makes a recognizer that is not attached to a view.
    ///
    /// - Parameter action: called on the main actor each time ``UIGestureRecognizer/state`` changes, and when the location
    ///   changes.
    public override init(action: (@MainActor (UILongPressGestureRecognizer) -> Void)? = nil) {
        super.init { recognizer in (recognizer as? UILongPressGestureRecognizer).map { action?($0) } }
    }

    public override init(target: Any?, action: Selector?) { super.init(target: target, action: action) }

    override var gesture: ViewGestures { .hold }
}
