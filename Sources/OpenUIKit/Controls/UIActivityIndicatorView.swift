public import Foundation
import OpenViewTree

/// The sign that something goes on.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityindicatorview
open class UIActivityIndicatorView: UIView {
    /// How large it is.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    open var style: Style { didSet { setNeedsRendering() } }
    /// Whether it is not there while it stands still.
    open var hidesWhenStopped = true { didSet { setNeedsRendering() } }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var color: UIColor! { didSet { setNeedsRendering() } }
    public private(set) var isAnimating = false { didSet { if isAnimating != oldValue { setNeedsRendering() } } }

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

    open func startAnimating() { isAnimating = true }
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
