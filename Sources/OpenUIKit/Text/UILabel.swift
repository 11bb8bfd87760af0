public import Foundation
import OpenViewTree

/// A text that the user cannot edit.
///
/// Source: https://developer.apple.com/documentation/uikit/uilabel
///
/// ## Difference from Apple
/// Only the host can measure a text, so `adjustsFontSizeToFitWidth` and similar properties have no effect.
open class UILabel: UIView {
    private var content = TextContent()

    /// The text; `nil` and an empty text show nothing. Setting it removes all styles.
    ///
    /// More than 16 KiB of UTF-8 are cut off.
    open var text: String? {
        get { content.text }
        set {
            guard content.text != newValue || !content.runs.isEmpty else { return }
            content.text = newValue
            content.runs = []
            setNeedsRendering()
        }
    }

    /// The text with the styles of its ranges: font, colour, underline, strikethrough and links.
    ///
    /// Set ``font`` first: styles are compared with it.
    open var attributedText: NSAttributedString? {
        get { content.attributed(font, textColor) }
        set {
            content = TextContent(newValue, usual: font)
            setNeedsRendering()
        }
    }

    /// The font; body text by default, to which `nil` returns.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .usual {
        didSet {
            if font == nil { font = .usual }
            setNeedsRendering()
        }
    }

    /// The colour of the text; ``UIColor/label`` by default.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label { didSet { setNeedsRendering() } }
    /// The alignment of lines; ``NSTextAlignment/natural`` by default.
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    /// The largest number of lines; 1 by default, 0 for no limit.
    open var numberOfLines = 1 { didSet { setNeedsRendering() } }
    /// Has no effect; hosts cut off text at its end.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Whether the label is drawn as enabled; `true` by default.
    open var isEnabled = true { didSet { setNeedsRendering() } }
    /// Has no effect: fonts of a text style always follow the user's text size.
    open var adjustsFontForContentSizeCategory = false

    /// Has no effect; hosts cut off text that is too long.
    open var adjustsFontSizeToFitWidth = false
    /// Has no effect; hosts do not make text smaller.
    open var minimumScaleFactor: CGFloat = 0
    /// Has no effect; hosts do not tighten text.
    open var allowsDefaultTighteningForTruncation = false
    /// Has no effect; the layout decides where lines break.
    open var preferredMaxLayoutWidth: CGFloat = 0
    /// Has no effect; hosts draw no shadows of text.
    open var shadowColor: UIColor?
    /// Has no effect; hosts draw no shadows of text.
    open var shadowOffset = CGSize(width: 0, height: -1)
    /// The colour of the text while ``isHighlighted``; `nil` for ``textColor``.
    open var highlightedTextColor: UIColor? { didSet { setNeedsRendering() } }
    /// Whether ``highlightedTextColor`` is shown.
    open var isHighlighted = false { didSet { setNeedsRendering() } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = (coder as? InterfaceCoder)?.isUserInteractionEnabled ?? false
    }

    override var nodeKind: ViewKind { .label }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        content.describe(&node)
        describeFont(&node)
        let color = isHighlighted ? highlightedTextColor ?? textColor : textColor
        if let color, color != .label { node.set(.textColor, color.viewColor) }
        textAlignment.describe(&node)
        if numberOfLines != 0 { node.set(.lineLimit, max(numberOfLines, 0)) }
        if !isEnabled { node.set(.isEnabled, false) }
    }

    func describeFont(_ node: inout NodeAttributes) {
        font?.describe(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
}

/// The alignment of the lines of a text.
public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural

    func describe(_ node: inout NodeAttributes) {
        switch self {
        case .left: node.set(.textAlignment, ViewTextAlignment.left)
        case .center: node.set(.textAlignment, ViewTextAlignment.center)
        case .right: node.set(.textAlignment, ViewTextAlignment.right)
        case .justified: node.set(.textAlignment, ViewTextAlignment.justified)
        case .natural: break
        }
    }
}

/// The way in which text that is too long is shortened; hosts cut it off at its end.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
