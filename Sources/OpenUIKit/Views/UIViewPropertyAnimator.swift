public import Foundation

/// Changes that are made one after the other, without an animation.
///
/// Source: https://developer.apple.com/documentation/uikit/uiviewpropertyanimator
///
/// ## Difference from Apple
/// Nothing is animated: the changes are made when the animator is started, and its completions are called in a later turn of the
/// main queue.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject {
    private var animations: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    /// The duration in seconds, which has no effect.
    public let duration: TimeInterval
    /// Whether the animator was started and its completions have not been called.
    public private(set) var isRunning = false
    /// The part of the changes that was made: 0 before the start, and 1 afterwards.
    public private(set) var fractionComplete: CGFloat = 0
    /// Whether the changes can be reversed. It has no effect.
    open var isReversed = false

    /// Makes an animator whose curve has no effect.
    public convenience init(
        duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, animations)
    }

    /// Makes an animator whose spring has no effect.
    public convenience init(
        duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, animations)
    }

    /// Makes an animator whose control points have no effect.
    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, animations)
    }

    private init(duration: TimeInterval, _ animations: (() -> Void)?) {
        self.duration = duration
        self.animations = animations.map { [$0] } ?? []
    }

    /// Makes changes, and calls a function in a later turn of the main queue.
    ///
    /// - Returns: the animator that made them.
    @discardableResult
    public class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: duration, animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation()
        return animator
    }

    /// Adds changes. They are made at once if the animator was started.
    open func addAnimations(_ animation: @escaping () -> Void) {
        if fractionComplete > 0 { animation() } else { animations.append(animation) }
    }

    /// Adds changes; the delay has no effect. They are made at once if the animator was started.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) { addAnimations(animation) }

    /// Adds a function that is called after the changes were made.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    /// Makes the changes. Nothing happens if they were made already.
    open func startAnimation() {
        guard fractionComplete == 0 else { return }
        isRunning = true
        fractionComplete = 1
        for animation in animations { animation() }
        animations = []
        UIView.animate(withDuration: 0, animations: {}, completion: { _ in self.finish() })
    }

    /// Makes the changes; the delay has no effect.
    open func startAnimation(afterDelay delay: TimeInterval) { startAnimation() }

    /// Makes the changes, because there is nothing to interrupt.
    open func pauseAnimation() { startAnimation() }

    /// Drops the changes if they were not made yet. The completions are not called.
    open func stopAnimation(_ withoutFinishing: Bool) {
        animations = []
        if withoutFinishing { completions = [] }
        isRunning = false
    }

    /// Calls the completions at once, unless they were called.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) { finish(at: finalPosition) }

    private func finish(at position: UIViewAnimatingPosition = .end) {
        isRunning = false
        let completions = completions
        self.completions = []
        for completion in completions { completion(position) }
    }
}

/// The place at which an animation has ended.
public enum UIViewAnimatingPosition: Int, Sendable {
    case end, start, current
}

extension UIView {
    /// The pace of an animation. It has no effect.
    public enum AnimationCurve: Int, Sendable {
        case easeInOut, easeIn, easeOut, linear
    }

    /// Options of an animation in steps. They have no effect.
    public struct KeyframeAnimationOptions: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt
        /// Makes options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// An even pace between steps.
        public static let calculationModeLinear: Self = []
        /// A smooth pace through all steps.
        public static let calculationModeCubic = Self(rawValue: 3 << 10)
    }

    /// Makes changes, and calls `completion` afterwards; the duration, delay and options have no effect.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, animations: animations, completion: completion)
    }

    /// Makes changes; the times have no effect.
    public static func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        animations()
    }

    /// Makes changes, and calls `completion` afterwards; the parameters of the spring have no effect.
    public static func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
        delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
        completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        animations()
        animate(withDuration: duration, animations: {}, completion: completion)
    }

    /// Replaces a view by another one in its superview, without a transition.
    ///
    /// - Parameter options: with `showHideTransitionViews`, both views stay and one is hidden; others have no effect.
    public static func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        if options.contains(.showHideTransitionViews) {
            fromView.isHidden = true
            toView.isHidden = false
        } else if let superview = fromView.superview {
            superview.insertSubview(toView, aboveSubview: fromView)
            fromView.removeFromSuperview()
        }
        animate(withDuration: duration, animations: {}, completion: completion)
    }

    /// Makes changes without an animation, as every change is made here.
    public static func modifyAnimations(withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void) {
        animations()
    }

    /// Whether changes are animated: always `false`. Setting it has no effect.
    public static var areAnimationsEnabled: Bool { false }

    /// Has no effect, because nothing is animated.
    public static func setAnimationsEnabled(_ enabled: Bool) {}
}

extension UIView.AnimationOptions {
    /// Repeats the animation.
    public static let `repeat` = Self(rawValue: 1 << 3)
    /// Runs the animation backwards after it has ended.
    public static let autoreverse = Self(rawValue: 1 << 4)
    /// Replaces the duration of an animation around this one.
    public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
    /// Replaces the curve of an animation around this one.
    public static let overrideInheritedCurve = Self(rawValue: 1 << 6)
    /// Animates pictures of the views.
    public static let allowAnimatedContent = Self(rawValue: 1 << 7)
    /// Hides and shows views in a transition instead of removing and adding them.
    public static let showHideTransitionViews = Self(rawValue: 1 << 8)
    /// Flips the view around its vertical axis, from the left.
    public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)
    /// Flips the view around its vertical axis, from the right.
    public static let transitionFlipFromRight = Self(rawValue: 2 << 20)
    /// Curls the view up.
    public static let transitionCurlUp = Self(rawValue: 3 << 20)
    /// Curls the view down.
    public static let transitionCurlDown = Self(rawValue: 4 << 20)
    /// Flips the view around its horizontal axis, from the top.
    public static let transitionFlipFromTop = Self(rawValue: 6 << 20)
    /// Flips the view around its horizontal axis, from the bottom.
    public static let transitionFlipFromBottom = Self(rawValue: 7 << 20)
}
