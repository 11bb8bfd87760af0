public import Foundation
import OpenViewTree

/// A view that shows an image.
///
/// Source: https://developer.apple.com/documentation/uikit/uiimageview
///
/// ## Difference from Apple
/// An image is sent to the host once, scaled down to the size of a large screen. Animated images are not supported.
open class UIImageView: UIView {
    /// The image to show; `nil` for none.
    open var image: UIImage? { didSet { if image !== oldValue { setNeedsPlacing() } } }
    /// The image to show while ``isHighlighted``; `nil` for ``image``.
    open var highlightedImage: UIImage? { didSet { if isHighlighted { setNeedsPlacing() } } }
    /// Whether ``highlightedImage`` is shown.
    open var isHighlighted = false { didSet { setNeedsPlacing() } }

    /// The configuration of symbols, of which the colour is shown; `nil` for that of the image.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? { didSet { setNeedsRendering() } }

    /// Makes a view that shows an image and ignores taps until `isUserInteractionEnabled` is set.
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    /// Makes a view with an image and a highlighted image.
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
        isUserInteractionEnabled = (coder as? InterfaceCoder)?.isUserInteractionEnabled ?? false
    }

    override var nodeKind: ViewKind { .image }

    private var shown: UIImage? { isHighlighted ? highlightedImage ?? image : image }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.show(shown)
        if let color = preferredSymbolConfiguration?.color, shown?.symbolName != nil, shown?.style.color == nil {
            node.set(.tintColor, color.viewColor)
        }
        switch contentMode {
        case .scaleAspectFit: node.set(.contentMode, ViewContentMode.scaleAspectFit)
        case .scaleAspectFill: node.set(.contentMode, ViewContentMode.scaleAspectFill)
        case .scaleToFill, .redraw:
            // The shape of a symbol is fixed.
            node.set(.contentMode, shown?.symbolName == nil ? ViewContentMode.scaleToFill : .scaleAspectFit)
        default: node.set(.contentMode, ViewContentMode.center)
        }
    }

    override var gestureSpace: CGRect {
        guard let image = shown, image.symbolName == nil, image.size.width > 0, image.size.height > 0 else {
            return super.gestureSpace
        }
        guard !bounds.isEmpty else { return CGRect(origin: .zero, size: image.size) }
        guard contentMode == .scaleAspectFit else { return bounds }
        let scale = min(bounds.width / image.size.width, bounds.height / image.size.height)
        let size = CGSize(width: image.size.width * scale, height: image.size.height * scale)
        return CGRect(
            x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width,
            height: size.height)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { shown != nil }
}
