public import Foundation
import OpenViewTree

/// Detects a gesture on a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer
///
/// ## Difference from Apple
/// The host detects gestures, one at a time for each view: a press that becomes a hold is not a tap, a second finger
/// cancels a hold or a drag, and recognizers do not wait for each other.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// The progress of a gesture.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        /// Another name for ``ended``, for gestures without intermediate states.
        public static let recognized = State.ended
    }

    /// The view that the recognizer is attached to. `UIView.addGestureRecognizer(_:)` sets it.
    public internal(set) weak var view: UIView?
    /// Whether the recognizer calls its action. Setting `false` during a gesture cancels the gesture.
    open var isEnabled = true {
        didSet {
            if !isEnabled { cancel() }
            view?.setNeedsRendering()
        }
    }
    /// The progress of the gesture. It is ``State/possible`` before the first and after the last call of the action.
    public private(set) var state = State.possible
    /// The object that decides whether the gesture begins; it is not kept alive.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A name for debugging.
    open var name: String?
    /// Has no effect: the host decides which view gets a touch.
    open var cancelsTouchesInView = true
    private let action: (@MainActor (UIGestureRecognizer) -> Void)?
    private var targets: [TargetAction] = []
    /// The location of the gesture in the view.
    private var location = ViewPoint.center

    /// Makes a recognizer that is not attached to a view.
    ///
    /// - Parameter action: called on the main actor each time the gesture is recognized or changes its ``state``.
    ///
    /// ## Difference from Apple
    /// Apple has the initializer with a target and a selector only.
    public init(action: (@MainActor (UIGestureRecognizer) -> Void)? = nil) {
        UIKitMembers.register()
        self.action = action
        super.init()
    }

    /// Makes a recognizer that is not attached to a view and calls a method of an object.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer/init(target:action:)
    public init(target: Any?, action: Selector?) {
        UIKitMembers.register()
        self.action = nil
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Calls a method of an object each time the gesture is recognized or changes its ``state``.
    ///
    /// The method has no parameter, or one for the recognizer. It has to be registered; see `ObjectiveCMembers`. The object is
    /// not kept alive.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer/addtarget(_:action:)
    open func addTarget(_ target: Any, action: Selector) {
        targets.removeAll { $0.isReleased || $0.matches(target, action) }
        targets.append(TargetAction(target, action))
    }

    /// Stops calling a method.
    ///
    /// - Parameters:
    ///   - target: the object; `nil` for all objects.
    ///   - action: the name of the method; `nil` for all methods.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer/removetarget(_:action:)
    open func removeTarget(_ target: Any?, action: Selector?) {
        targets.removeAll { $0.matches(target, action) }
    }

    /// Returns the location of the gesture; that of a tap is the centre of its view.
    ///
    /// ## Difference from Apple
    /// Locations are in the coordinates of the recognizer's own view, whichever view is passed, because only the host
    /// knows where views are. They refer to the size of its `bounds`; while that is empty, to the size of the image of an
    /// image view, and to a width and height of 1 in other views. The host may draw the view in a different size.
    open func location(in view: UIView?) -> CGPoint {
        let space = space
        return CGPoint(x: space.minX + location.x * space.width, y: space.minY + location.y * space.height)
    }

    /// The rectangle to which the fractions in events refer.
    var space: CGRect { view?.gestureSpace ?? CGRect(x: 0, y: 0, width: 1, height: 1) }

    /// The gesture that the host has to detect; empty for taps, which it always detects.
    var gesture: ViewGestures { [] }

    /// Stores the values of an event that belongs to ``gesture``, except its location.
    func take(_ event: ViewEvent) {}

    /// Handles an event of the view. A gesture that has not ended when another begins is cancelled first.
    func handle(_ event: ViewEvent) {
        guard isEnabled else { return }
        switch event {
        case .activate where gesture.isEmpty: if mayBegin(at: .center) { recognize() }
        case .hold(let phase, let location) where gesture == .hold: handle(event, phase, location)
        case .drag(let phase, let location, _) where gesture == .drag: handle(event, phase, location)
        case .pinch(let phase, let location, _) where gesture == .pinch: handle(event, phase, location)
        default: break
        }
    }

    private func handle(_ event: ViewEvent, _ phase: ViewGesturePhase, _ location: ViewPoint) {
        if phase == .began { cancel() }
        guard isEnabled, (phase == .began) != isActive, phase != .began || mayBegin(at: location) else { return }
        self.location = location.bounded
        take(event)
        switch phase {
        case .began: change(to: .began)
        case .changed: change(to: .changed)
        case .ended: change(to: .ended)
        case .cancelled: change(to: .cancelled)
        }
    }

    /// Stores the location of a gesture that begins, and asks the delegate.
    func mayBegin(at location: ViewPoint) -> Bool {
        self.location = location.bounded
        guard let delegate else { return true }
        return delegate.gestureRecognizer(self, shouldReceive: UITouch(self))
            && delegate.gestureRecognizerShouldBegin(self)
    }

    /// Calls the action of a gesture without intermediate states.
    func recognize() { change(to: .ended) }

    private var isActive: Bool { state == .began || state == .changed }

    /// Cancels the gesture if there is one.
    func cancel() { if isActive { change(to: .cancelled) } }

    private func change(to new: State) {
        state = new
        action?(self)
        for entry in targets where !entry.isReleased {
            UIApplication.shared.sendAction(entry.action, to: entry.target, from: self, for: nil)
        }
        // The action may have cancelled the gesture.
        if !isActive { state = .possible }
    }
}

/// Detects a tap or a click.
///
/// ## Difference from Apple
/// Only single taps with one finger are detected.
open class UITapGestureRecognizer: UIGestureRecognizer {}
