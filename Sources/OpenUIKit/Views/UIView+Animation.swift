import Dispatch
public import Foundation

extension UIView {
    /// Options of an animation; they have no effect, because nothing is animated.
    public struct AnimationOptions: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt
        /// Makes options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lays out subviews together with the animation.
        public static let layoutSubviews = Self(rawValue: 1 << 0)
        /// Lets the user use views while they are animated.
        public static let allowUserInteraction = Self(rawValue: 1 << 1)
        /// Starts at the state that an animation in progress has reached.
        public static let beginFromCurrentState = Self(rawValue: 1 << 2)
        /// Starts and ends slowly.
        public static let curveEaseInOut: Self = []
        /// Starts slowly.
        public static let curveEaseIn = Self(rawValue: 1 << 16)
        /// Ends slowly.
        public static let curveEaseOut = Self(rawValue: 2 << 16)
        /// Keeps an even pace.
        public static let curveLinear = Self(rawValue: 3 << 16)
        /// Dissolves one view into the next.
        public static let transitionCrossDissolve = Self(rawValue: 5 << 20)
    }

    /// Makes changes, and calls `completion` afterwards.
    ///
    /// ## Difference from Apple
    /// Nothing is animated: changes take effect at once, as with reduced motion. `duration`, `delay` and `options` have
    /// no effect.
    ///
    /// - Parameters:
    ///   - duration: has no effect.
    ///   - delay: has no effect.
    ///   - options: have no effect.
    ///   - animations: called before this method returns.
    ///   - completion: called with `true` in a later turn of the main queue.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        animations()
        guard let completion else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { completion(true) } }
    }

    /// Makes changes, and calls `completion` afterwards; the parameters of the spring have no effect.
    ///
    /// See ``animate(withDuration:delay:options:animations:completion:)``.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, animations: animations, completion: completion)
    }

    /// Makes changes of what a view shows, and calls `completion` afterwards, without a transition.
    ///
    /// See ``animate(withDuration:delay:options:animations:completion:)``.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, animations: { animations?() }, completion: completion)
    }

    /// Makes changes without an animation, as every change is made here.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }
}
