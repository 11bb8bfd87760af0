public import Foundation

/// Feedback that the user feels. It has no effect, because hosts have no actuator.
///
/// Source: https://developer.apple.com/documentation/uikit/uifeedbackgenerator
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// Makes a generator.
    public override init() { super.init() }
    /// Has no effect.
    open func prepare() {}
}

/// Feedback of an impact. It has no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/uiimpactfeedbackgenerator
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The mass of the objects that collide.
    public enum FeedbackStyle: Int, Sendable {
        case light, medium, heavy, soft, rigid
    }

    /// Makes a generator of medium impacts.
    public override init() { super.init() }
    /// Makes a generator of impacts of a style.
    public convenience init(style: FeedbackStyle) { self.init() }
    /// Has no effect.
    open func impactOccurred() {}
    /// Has no effect.
    open func impactOccurred(intensity: CGFloat) {}
}

/// Feedback of a success or a failure. It has no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/uinotificationfeedbackgenerator
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// What happened.
    public enum FeedbackType: Int, Sendable {
        case success, warning, error
    }

    /// Has no effect.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}

/// Feedback of a change of a selection. It has no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/uiselectionfeedbackgenerator
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Has no effect.
    open func selectionChanged() {}
}
