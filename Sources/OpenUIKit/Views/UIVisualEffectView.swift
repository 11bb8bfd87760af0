public import Foundation

/// An effect on the views behind a view. Hosts do not show it.
///
/// Source: https://developer.apple.com/documentation/uikit/uivisualeffect
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// A blurred background. Hosts do not show it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiblureffect
public final class UIBlurEffect: UIVisualEffect {
    /// The look of the blurred background.
    public enum Style: Int, Sendable {
        case extraLight, light, dark
        case regular = 4
        case prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
        case systemChromeMaterial
    }

    /// Makes an effect, whose style is not shown.
    public convenience init(style: Style) { self.init() }
}

/// A view with an effect on what is behind it. Its content is shown, and the effect is not.
///
/// Source: https://developer.apple.com/documentation/uikit/uivisualeffectview
open class UIVisualEffectView: UIView {
    /// The effect, which is not shown; `nil` for none.
    open var effect: UIVisualEffect?
    /// The view to which subviews are added. It fills this one.
    public let contentView = UIView()

    /// Makes a view with an effect.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        addContent()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addContent()
    }

    private func addContent() {
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
    }
}
