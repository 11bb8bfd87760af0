public import Foundation

/// Detects a gesture on a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor
open class UIGestureRecognizer: NSObject {
    /// The progress of a gesture.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        /// Another name for ``ended``, for gestures without intermediate states.
        public static let recognized = State.ended
    }

    /// The view that the recognizer is attached to. `UIView.addGestureRecognizer(_:)` sets it.
    public internal(set) weak var view: UIView?
    /// Whether the recognizer calls its action.
    open var isEnabled = true { didSet { view?.setNeedsRendering() } }
    /// The progress of the gesture: ``State/ended`` while the action runs, otherwise ``State/possible``.
    public private(set) var state = State.possible
    /// A name for debugging.
    open var name: String?
    private let action: (@MainActor (UIGestureRecognizer) -> Void)?

    /// Makes a recognizer that is not attached to a view.
    ///
    /// - Parameter action: called on the main actor each time the gesture is recognized.
    ///
    /// ## Difference from Apple
    /// Apple's initializer takes a target and a selector, which Swift does not have on Linux.
    public init(action: (@MainActor (UIGestureRecognizer) -> Void)? = nil) {
        self.action = action
        super.init()
    }

    func recognize() {
        guard isEnabled else { return }
        state = .ended
        action?(self)
        state = .possible
    }
}

/// Detects a tap or a click.
///
/// ## Difference from Apple
/// Only single taps with one finger are detected.
open class UITapGestureRecognizer: UIGestureRecognizer {}
