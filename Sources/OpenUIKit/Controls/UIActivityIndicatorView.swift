public import Foundation
import OpenViewTree

/// An indicator of activity of unknown duration.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityindicatorview
open class UIActivityIndicatorView: UIView {
    /// The size of the indicator.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101

        /// The name of ``large`` before iOS 13.
        public static var whiteLarge: Style { .large }
        /// The name of ``medium`` before iOS 13. The colour is the host's.
        public static var white: Style { .medium }
        /// The name of ``medium`` before iOS 13.
        public static var gray: Style { .medium }
    }

    /// The size of the indicator.
    open var style: Style { didSet { setNeedsRendering() } }
    /// Whether the indicator is hidden while it is not animating; `true` by default.
    open var hidesWhenStopped = true { didSet { setNeedsRendering() } }
    /// The colour of the indicator; `nil` for the tint colour.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var color: UIColor! { didSet { setNeedsRendering() } }
    /// Whether the indicator is animating; `false` at first.
    public private(set) var isAnimating = false { didSet { if isAnimating != oldValue { setNeedsRendering() } } }

    /// Makes an indicator that is not animating.
    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
    }

    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        style = .medium
        super.init(coder: coder)
    }

    /// Starts the animation, and shows the indicator.
    open func startAnimating() { isAnimating = true }
    /// Stops the animation, and hides the indicator if ``hidesWhenStopped`` is set.
    open func stopAnimating() { isAnimating = false }

    override var nodeKind: ViewKind { .activity }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.isAnimating, isAnimating)
        if hidesWhenStopped, !isAnimating { node.set(.isHidden, true) }
        if let color { node.set(.tintColor, color.viewColor) }
        if style == .large { node.set(.minimumWidth, Self.largeSide) }
    }

    /// Points.
    private static let largeSide = 37.0

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
    override func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultHigh }
}
