public import Foundation
import OpenViewTree

/// A visual effect on what is behind a view.
///
/// Source: https://developer.apple.com/documentation/uikit/uivisualeffect
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// A blurred background.
///
/// Source: https://developer.apple.com/documentation/uikit/uiblureffect
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
    /// The intensity and brightness of a blur.
    public enum Style: Int, Sendable {
        case extraLight, light, dark
        case regular = 4
        case prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
        case systemChromeMaterial, systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight
        case systemThickMaterialLight, systemChromeMaterialLight, systemUltraThinMaterialDark, systemThinMaterialDark
        case systemMaterialDark, systemThickMaterialDark, systemChromeMaterialDark
    }

    /// Makes a blur.
    public init(style: Style) { super.init() }
}

/// An effect that makes content in front of a blur more vivid.
///
/// Source: https://developer.apple.com/documentation/uikit/uivibrancyeffect
@preconcurrency @MainActor
open class UIVibrancyEffect: UIVisualEffect {
    /// Makes an effect for content in front of a blur.
    public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view with an effect on what is behind it.
///
/// Source: https://developer.apple.com/documentation/uikit/uivisualeffectview
///
/// ## Difference from Apple
/// Hosts do not draw effects: the view is transparent unless it has a background colour.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
    /// The effect. It has no effect on the appearance.
    open var effect: UIVisualEffect?
    /// The view to which programs add their own views. It fills this view.
    public let contentView = UIView()

    /// Makes a view with an effect; `nil` for none.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        addContentView()
    }

    /// Makes a view without an effect.
    public override convenience init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addContentView()
    }

    private func addContentView() {
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        guard subviews.count == 1, contentView.superview === self else { return super.renderChildren(&node) }
        var fill = NodeAttributes()
        fill.set(.horizontalAlignment, ViewAlignment.fill)
        fill.set(.verticalAlignment, ViewAlignment.fill)
        return [contentView.render(at: fill.values)]
    }
}
