public import Foundation

/// The touch with which a gesture begins, for the delegate of its recognizer.
///
/// Source: https://developer.apple.com/documentation/uikit/uitouch
///
/// ## Difference from Apple
/// Views do not get touches, because hosts report gestures. The touch is in the recognizer's view, also if the user touches
/// one of its subviews.
@preconcurrency @MainActor
open class UITouch: NSObject {
    private let recognizer: UIGestureRecognizer

    init(_ recognizer: UIGestureRecognizer) { self.recognizer = recognizer }

    /// The view of the recognizer.
    open var view: UIView? { recognizer.view }
    /// The number of taps: 1.
    open var tapCount: Int { 1 }
    /// The recognizers that get the touch.
    open var gestureRecognizers: [UIGestureRecognizer]? { [recognizer] }

    /// Returns the location of the touch, by the rules of ``UIGestureRecognizer/location(in:)``.
    open func location(in view: UIView?) -> CGPoint { recognizer.location(in: view) }
}
