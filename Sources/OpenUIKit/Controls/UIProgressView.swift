import OpenViewTree

/// How much is done.
///
/// Source: https://developer.apple.com/documentation/uikit/uiprogressview
open class UIProgressView: UIView {
    /// How it looks; hosts decide.
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    /// From 0 to 1.
    open var progress: Float = 0 {
        didSet {
            let bounded = progress.isNaN ? 0 : min(max(progress, 0), 1)
            if bounded != progress { progress = bounded }
            if progress != oldValue { setNeedsRendering() }
        }
    }

    open var progressViewStyle = Style.default
    open var progressTintColor: UIColor? { didSet { setNeedsRendering() } }

    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
    }

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    override var nodeKind: ViewKind { .progress }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.value, Double(progress))
        if let progressTintColor { node.set(.tintColor, progressTintColor.viewColor) }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
