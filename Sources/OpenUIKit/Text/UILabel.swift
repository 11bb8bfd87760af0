public import Foundation
import OpenViewTree

/// A text that cannot be edited.
///
/// Source: https://developer.apple.com/documentation/uikit/uilabel
///
/// ## Difference from Apple
/// Whether a text fits is known to the host only, so `adjustsFontSizeToFitWidth` and the like are not there.
open class UILabel: UIView {
    private var content = TextContent()

    /// nil and empty are the same.
    open var text: String? {
        get { content.text }
        set {
            guard content.text != newValue || !content.runs.isEmpty else { return }
            content.text = newValue
            content.runs = []
            setNeedsRendering()
        }
    }

    /// The text with the styles of its parts: font, colour, underline, strikethrough and links.
    open var attributedText: NSAttributedString? {
        get { content.attributed(font, textColor) }
        set {
            content = TextContent(newValue, usual: font)
            setNeedsRendering()
        }
    }

    /// Body text of the host until it is set.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! = .usual {
        didSet {
            if font == nil { font = .usual }
            setNeedsRendering()
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! = .label { didSet { setNeedsRendering() } }
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    /// 0 for as many as there are.
    open var numberOfLines = 1 { didSet { setNeedsRendering() } }
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    open var isEnabled = true { didSet { setNeedsRendering() } }
    /// A font that follows the person's size does so anyway.
    open var adjustsFontForContentSizeCategory = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    override var nodeKind: ViewKind { .label }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        content.describe(&node)
        describeFont(&node)
        if let textColor, textColor != .label { node.set(.textColor, textColor.viewColor) }
        textAlignment.describe(&node)
        if numberOfLines != 0 { node.set(.lineLimit, max(numberOfLines, 0)) }
        if !isEnabled { node.set(.isEnabled, false) }
    }

    func describeFont(_ node: inout NodeAttributes) {
        font?.describe(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
}

/// How the lines of a text are aligned.
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

/// What is done with a text that is too long; hosts cut it at the end.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
