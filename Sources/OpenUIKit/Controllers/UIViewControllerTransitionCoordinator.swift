public import Foundation

/// Calls functions together with a change of a view's size.
///
/// Source: https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Calls `animation` when the size changes, and `completion` after the update was sent to the host.
    ///
    /// - Returns: always `true`.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// The properties of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    /// Whether the transition is animated; always `false`, because hosts animate on their own.
    var isAnimated: Bool { get }
    /// The duration in seconds; always 0.
    var transitionDuration: TimeInterval { get }
}

/// A transition that takes effect at once.
@MainActor
final class ImmediateTransition: UIViewControllerTransitionCoordinator {
    private weak var scene: ViewScene?
    private var animations: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

    init(_ scene: ViewScene) { self.scene = scene }

    let isAnimated = false
    let transitionDuration: TimeInterval = 0

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        if let animation { animations.append(animation) }
        if let completion { scene?.afterUpdate { completion(self) } }
        return true
    }

    /// Calls the functions that accompany the change.
    func run() {
        for animation in animations { animation(self) }
        animations = []
    }
}
