public import Foundation

/// Notices what a person does with a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor
open class UIGestureRecognizer: NSObject {
    /// How far a gesture has come.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
        public static let recognized = State.ended
    }

    public internal(set) weak var view: UIView?
    open var isEnabled = true { didSet { view?.setNeedsRendering() } }
    public private(set) var state = State.possible
    open var name: String?
    private let action: (@MainActor (UIGestureRecognizer) -> Void)?

    /// - Parameter action: called when the gesture was made.
    ///
    /// ## Difference from Apple
    /// Apple's initializer takes a target and a selector, which Linux does not have.
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

/// Notices a tap or a click.
///
/// ## Difference from Apple
/// There are no taps of several fingers or of several times.
open class UITapGestureRecognizer: UIGestureRecognizer {}
