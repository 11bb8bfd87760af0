public import Foundation
import OpenViewTree

/// Detects that the user drags on a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uipangesturerecognizer
///
/// ## Difference from Apple
/// The location in ``UIGestureRecognizer/State/began`` is the one where the finger touched the view. There are no
/// velocities and no drags with several fingers.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The distance since the beginning of the gesture, in fractions of the view.
    private var distance = ViewPoint.zero
    /// What ``setTranslation(_:in:)`` has added, in points.
    private var offset = CGPoint.zero

    /// Makes a recognizer that is not attached to a view.
    ///
    /// - Parameter action: called on the main actor each time ``UIGestureRecognizer/state`` or the translation changes.
    public override init(action: (@MainActor (UIPanGestureRecognizer) -> Void)? = nil) {
        super.init { recognizer in (recognizer as? UIPanGestureRecognizer).map { action?($0) } }
    }

    public override init(target: Any?, action: Selector?) { super.init(target: target, action: action) }

    /// Returns the distance since the beginning of the gesture or since ``setTranslation(_:in:)``.
    ///
    /// ## Difference from Apple
    /// It is in the coordinates of the recognizer's own view; see ``UIGestureRecognizer/location(in:)``.
    open func translation(in view: UIView?) -> CGPoint {
        CGPoint(x: moved.x + offset.x, y: moved.y + offset.y)
    }

    /// Sets the translation from which further movement counts.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        offset = CGPoint(x: translation.x - moved.x, y: translation.y - moved.y)
    }

    /// The distance since the beginning of the gesture, in points.
    private var moved: CGPoint { CGPoint(x: distance.x * space.width, y: distance.y * space.height) }

    override var gesture: ViewGestures { .drag }

    override func take(_ event: ViewEvent) {
        guard case .drag(let phase, _, let translation) = event else { return }
        distance = translation.bounded
        if phase == .began { offset = .zero }
    }
}
