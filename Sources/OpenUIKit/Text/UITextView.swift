public import Foundation
import OpenViewTree

/// A view for reading and editing text of several lines.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextview
///
/// ## Difference from Apple
/// There is no TextKit, and styles of ranges are not shown. A text of more than 16 KiB of UTF-8 is shown to that limit,
/// and the user cannot edit it, because the rest would be lost.
open class UITextView: UIScrollView {
    /// Posted when the user has changed the text. The object is the view.
    public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
    /// Posted when editing has begun. The object is the view.
    public nonisolated static let textDidBeginEditingNotification = Notification.Name(
        "UITextViewTextDidBeginEditingNotification")
    /// Posted when editing has ended. The object is the view.
    public nonisolated static let textDidEndEditingNotification = Notification.Name(
        "UITextViewTextDidEndEditingNotification")

    /// The object that is asked and notified while the user edits. Scrolling is not reported to it.
    open weak var delegate: (any UITextViewDelegate)?
    private var content = "" { didSet { if content != oldValue { setNeedsRendering() } } }
    private var input = TextInputTraits() { didSet { setNeedsRendering() } }

    /// The text; empty, not `nil`, when there is none. Setting it moves the selection to the end and does not call the
    /// delegate.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! {
        get { content }
        set {
            content = newValue ?? ""
            selection = NSRange(location: content.utf16.count, length: 0)
        }
    }

    /// The text in ``font``. Setting it keeps the characters and drops all styles.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: content, attributes: [.font: font ?? .usual]) }
        set { text = newValue?.string }
    }

    /// The font; body text by default.
    open var font: UIFont? = .usual { didSet { setNeedsRendering() } }
    /// The colour of the text; `nil` for the host's choice.
    open var textColor: UIColor? { didSet { setNeedsRendering() } }
    /// The alignment of lines; ``NSTextAlignment/natural`` by default.
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    /// Whether the user may change the text; `true` by default.
    open var isEditable = true { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide whether text can be selected.
    open var isSelectable = true
    /// Has no effect; hosts decide on the space around the text.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    /// Has no effect: fonts of a text style always follow the user's text size.
    open var adjustsFontForContentSizeCategory = false
    /// The kinds of data that are shown as links. It has no effect; hosts show no links in texts.
    open var dataDetectorTypes: UIDataDetectorTypes = []
    /// The attributes of links, which are not shown.
    open var linkTextAttributes: [NSAttributedString.Key: Any]?
    /// The attributes of text that is typed, which are not shown.
    open var typingAttributes: [NSAttributedString.Key: Any] = [:]
    /// Whether the user can change styles. It has no effect: only the text is edited.
    open var allowsEditingTextAttributes = false
    /// A view above the keyboard, which is not shown.
    open var inputAccessoryView: UIView?
    /// The meaning of the text, by which Apple's system offers values. It has no effect.
    open var textContentType: UITextContentType?
    /// The look of the keyboard. It has no effect; hosts decide.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// Whether the return key is disabled while the text is empty. It has no effect; hosts decide.
    open var enablesReturnKeyAutomatically = false
    /// The area of the text.
    public let textContainer: NSTextContainer
    private var selection = NSRange(location: 0, length: 0)

    /// Makes a text view.
    ///
    /// - Parameter textContainer: the area of the text; `nil` for a new one. It has no effect.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        self.textContainer = textContainer ?? NSTextContainer()
        super.init(frame: frame)
    }

    /// Makes a text view.
    public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

    /// Makes a text view of a storyboard or a nib file.
    public required init?(coder: NSCoder) {
        textContainer = NSTextContainer()
        super.init(coder: coder)
    }

    /// The range that the user has selected, in UTF-16 units. A range that is set is brought within the text.
    ///
    /// ## Difference from Apple
    /// Setting it does not move the selection on the host.
    open var selectedRange: NSRange {
        get { selection }
        set {
            // `NSNotFound` is the largest integer, to which nothing can be added.
            let count = content.utf16.count
            let location = min(newValue.location, count)
            selection = Self.bounded(location, location + min(max(newValue.length, 0), count), content)
        }
    }

    /// Whether the text is not empty.
    open var hasText: Bool { !content.isEmpty }

    /// The kind of text that the user is expected to type.
    open var keyboardType: UIKeyboardType {
        get { input.keyboard }
        set { input.keyboard = newValue }
    }

    /// The label of the Return key.
    open var returnKeyType: UIReturnKeyType {
        get { input.returnKey }
        set { input.returnKey = newValue }
    }

    /// Has no effect; hosts decide on capitalization.
    open var autocapitalizationType: UITextAutocapitalizationType {
        get { input.autocapitalization }
        set { input.autocapitalization = newValue }
    }

    /// Has no effect; hosts decide on corrections.
    open var autocorrectionType: UITextAutocorrectionType {
        get { input.autocorrection }
        set { input.autocorrection = newValue }
    }

    /// Has no effect; hosts decide on spell checking.
    open var spellCheckingType: UITextSpellCheckingType {
        get { input.spellChecking }
        set { input.spellChecking = newValue }
    }

    /// The text that is shown while the view is empty, for subclasses in this module.
    var placeholder: String? { didSet { setNeedsRendering() } }

    /// Whether the user may change the text. A text that is not shown completely cannot be edited.
    private var takesTyping: Bool { isEditable && content.utf8.count <= ViewLimits.textBytes }

    // MARK: Typing

    open override var canBecomeFirstResponder: Bool { takesTyping }
    open override var isFirstResponder: Bool { hasFocus }

    @discardableResult
    open override func becomeFirstResponder() -> Bool { takeFocus() }

    @discardableResult
    open override func resignFirstResponder() -> Bool { giveFocusUp() }

    override var mayBeginEditing: Bool { delegate?.textViewShouldBeginEditing(self) ?? true }
    override var mayEndEditing: Bool { delegate?.textViewShouldEndEditing(self) ?? true }

    override func didBeginEditing() {
        delegate?.textViewDidBeginEditing(self)
        post(Self.textDidBeginEditingNotification)
    }

    override func didEndEditing() {
        delegate?.textViewDidEndEditing(self)
        post(Self.textDidEndEditingNotification)
    }

    override func handle(_ event: ViewEvent) {
        switch event {
        case .focus(let isFocused): hostHasFocused(isFocused)
        case .edit(let text, let start, let end): edit(text, Int(start), Int(end))
        default: super.handle(event)
        }
    }

    private func edit(_ text: String, _ start: Int, _ end: Int) {
        hostHasSet(.text, text.isEmpty ? nil : .text(text))
        guard takesTyping else { return }
        if !hasFocus, !takeFocus() { return }
        if text != content {
            let change = TextChange(from: content, to: text, end: end)
            guard
                delegate?.textView(self, shouldChangeTextIn: change.range, replacementText: change.replacement) ?? true
            else { return }
            content = text
            selection = Self.bounded(start, end, text)
            delegate?.textViewDidChange(self)
            post(Self.textDidChangeNotification)
        } else {
            selection = Self.bounded(start, end, text)
        }
        delegate?.textViewDidChangeSelection(self)
    }

    private static func bounded(_ start: Int, _ end: Int, _ text: String) -> NSRange {
        let count = text.utf16.count
        let first = min(max(start, 0), count)
        return NSRange(location: first, length: min(max(end, first), count) - first)
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

    // MARK: The tree

    override var nodeKind: ViewKind { .textView }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.text, content)
        node.set(.placeholder, placeholder)
        font?.describe(&node)
        node.set(.textColor, textColor?.viewColor)
        textAlignment.describe(&node)
        if !takesTyping { node.set(.isEditable, false) }
        if hasFocus { node.set(.isFocused, true) }
        input.describe(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool {
        axis == .vertical && !isScrollEnabled
    }
}

/// Methods that are called while the user edits a text view. All are optional: the default implementations allow
/// everything and do nothing.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextviewdelegate
@preconcurrency @MainActor
public protocol UITextViewDelegate: NSObjectProtocol, UIScrollViewDelegate {
    /// Called before editing begins.
    ///
    /// - Returns: `false` to prevent it. The default is `true`.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Called after editing has begun.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Called before editing ends.
    ///
    /// - Returns: `false` to continue editing, which has no effect when the view is removed. The default is `true`.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    /// Called after editing has ended.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Called before a change by the user.
    ///
    /// - Parameters:
    ///   - textView: the view that is edited.
    ///   - range: the range to replace, in UTF-16 units of the present text.
    ///   - text: the replacement.
    /// - Returns: `false` to keep the present text, which the host then shows again. The default is `true`.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Called after the user has changed the text.
    func textViewDidChange(_ textView: UITextView)
    /// Called after the user has changed the text or the selection.
    func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
    /// Allows editing to begin.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Allows editing to end.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Allows the change.
    public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String)
        -> Bool
    {
        true
    }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidChangeSelection(_ textView: UITextView) {}
}
