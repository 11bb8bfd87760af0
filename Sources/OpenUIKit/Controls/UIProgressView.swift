import OpenViewTree

/// A bar that shows the progress of a task.
///
/// Source: https://developer.apple.com/documentation/uikit/uiprogressview
open class UIProgressView: UIView {
    /// The appearance of the bar; hosts decide.
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    /// The progress, from 0 to 1. Values out of range count as the nearest, NaN as 0.
    open var progress: Float = 0 {
        didSet {
            let bounded = progress.isNaN ? 0 : min(max(progress, 0), 1)
            if bounded != progress { progress = bounded }
            if progress != oldValue { setNeedsRendering() }
        }
    }

    /// Has no effect; hosts decide on the appearance.
    open var progressViewStyle = Style.default
    /// The colour of the completed part; `nil` for the tint colour.
    open var progressTintColor: UIColor? { didSet { setNeedsRendering() } }

    /// Makes a bar without progress.
    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
    }

    /// Sets ``progress``. `animated` has no effect.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    override var nodeKind: ViewKind { .progress }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.value, Double(progress))
        if let progressTintColor { node.set(.tintColor, progressTintColor.viewColor) }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
