public import Foundation

/// Told of a change of the room.
///
/// Source: https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Calls `animation` when the room changes, and `completion` when the host has been told.
    ///
    /// - Returns: true.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// What a transition is like.
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    var isAnimated: Bool { get }
    /// Seconds.
    var transitionDuration: TimeInterval { get }
}

/// A change that is there at once.
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

    /// The room has changed.
    func run() {
        for animation in animations { animation(self) }
        animations = []
    }
}
