public import Foundation
import OpenViewTree

/// Detects that the user moves two fingers apart or together on a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uipinchgesturerecognizer
///
/// ## Difference from Apple
/// There is no velocity.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The distance of the fingers divided by that at the beginning of the gesture.
    private var spread = 1.0
    /// The factor by which setting ``scale`` has changed it.
    private var factor = 1.0

    /// Makes a recognizer that is not attached to a view.
    ///
    /// - Parameter action: called on the main actor each time ``UIGestureRecognizer/state`` or ``scale`` changes.
    public override init(action: (@MainActor (UIPinchGestureRecognizer) -> Void)? = nil) {
        super.init { recognizer in (recognizer as? UIPinchGestureRecognizer).map { action?($0) } }
    }

    public override init(target: Any?, action: Selector?) { super.init(target: target, action: action) }

    /// The distance of the fingers relative to that at the beginning of the gesture. Setting it determines the value from
    /// which it continues; values that are not finite and positive have no effect.
    open var scale: CGFloat {
        get { spread * factor }
        set { if newValue.isFinite, newValue > 0 { factor = newValue / spread } }
    }

    override var gesture: ViewGestures { .pinch }

    override func take(_ event: ViewEvent) {
        guard case .pinch(let phase, _, let scale) = event else { return }
        let range = ViewLimits.pinchScale
        if !scale.isNaN { spread = min(max(scale, range.lowerBound), range.upperBound) }
        if phase == .began { factor = 1 }
    }
}
