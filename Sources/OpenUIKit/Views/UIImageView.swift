public import Foundation
import OpenViewTree

/// A picture.
///
/// Source: https://developer.apple.com/documentation/uikit/uiimageview
///
/// ## Difference from Apple
/// The host gets a picture once, as many pixels of it as a large screen has. Pictures that move do not.
open class UIImageView: UIView {
    open var image: UIImage? { didSet { if image !== oldValue { setNeedsPlacing() } } }
    /// Shown instead of ``image`` while ``isHighlighted``.
    open var highlightedImage: UIImage? { didSet { if isHighlighted { setNeedsPlacing() } } }
    open var isHighlighted = false { didSet { setNeedsPlacing() } }

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(image: image)
        self.highlightedImage = highlightedImage
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    override var nodeKind: ViewKind { .image }

    private var shown: UIImage? { isHighlighted ? highlightedImage ?? image : image }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.show(shown)
        switch contentMode {
        case .scaleAspectFit: node.set(.contentMode, ViewContentMode.scaleAspectFit)
        case .scaleAspectFill: node.set(.contentMode, ViewContentMode.scaleAspectFill)
        case .scaleToFill, .redraw:
            // A symbol has no other form than its own.
            node.set(.contentMode, shown?.symbolName == nil ? ViewContentMode.scaleToFill : .scaleAspectFit)
        default: node.set(.contentMode, ViewContentMode.center)
        }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { shown != nil }
}
