public import Foundation
import OpenViewTree

/// Text of several lines, to read or to type into.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextview
///
/// ## Difference from Apple
/// There is no TextKit, and styles of parts are not shown. A text of more than 16 KiB is shown to its limit and cannot be
/// edited by a person, who would lose the rest.
open class UITextView: UIScrollView {
    /// The text of a view has changed. The object is the view.
    public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
    public nonisolated static let textDidBeginEditingNotification = Notification.Name(
        "UITextViewTextDidBeginEditingNotification")
    public nonisolated static let textDidEndEditingNotification = Notification.Name(
        "UITextViewTextDidEndEditingNotification")

    open weak var delegate: (any UITextViewDelegate)?
    private var content = "" { didSet { if content != oldValue { setNeedsRendering() } } }
    private var input = TextInputTraits() { didSet { setNeedsRendering() } }

    /// Setting it does not call the delegate.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! {
        get { content }
        set {
            content = newValue ?? ""
            selection = NSRange(location: content.utf16.count, length: 0)
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: content, attributes: [.font: font ?? .usual]) }
        set { text = newValue?.string }
    }

    open var font: UIFont? = .usual { didSet { setNeedsRendering() } }
    open var textColor: UIColor? { didSet { setNeedsRendering() } }
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    open var isEditable = true { didSet { setNeedsRendering() } }
    open var isSelectable = true
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    open var adjustsFontForContentSizeCategory = false
    private var selection = NSRange(location: 0, length: 0)

    /// In UTF-16 units; what a person has selected. The host is not told what code sets.
    open var selectedRange: NSRange {
        get { selection }
        set { selection = Self.bounded(newValue.location, newValue.location + max(newValue.length, 0), content) }
    }

    open var hasText: Bool { !content.isEmpty }

    open var keyboardType: UIKeyboardType {
        get { input.keyboard }
        set { input.keyboard = newValue }
    }

    open var returnKeyType: UIReturnKeyType {
        get { input.returnKey }
        set { input.returnKey = newValue }
    }

    open var autocapitalizationType: UITextAutocapitalizationType {
        get { input.autocapitalization }
        set { input.autocapitalization = newValue }
    }

    open var autocorrectionType: UITextAutocorrectionType {
        get { input.autocorrection }
        set { input.autocorrection = newValue }
    }

    open var spellCheckingType: UITextSpellCheckingType {
        get { input.spellChecking }
        set { input.spellChecking = newValue }
    }

    /// Shown while there is no text, by views of the kit that have one.
    var placeholder: String? { didSet { setNeedsRendering() } }

    /// Whether a person may change the text: all of it is shown.
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

/// What a program does while a person types into a view. All methods have an implementation that does nothing, or agrees.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextviewdelegate
@MainActor
public protocol UITextViewDelegate: NSObjectProtocol {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    func textViewDidEndEditing(_ textView: UITextView)
    /// - Parameter range: in UTF-16 units of the text as it was.
    /// - Returns: false to keep the text as it was, which the host is told then.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    func textViewDidChange(_ textView: UITextView)
    func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidEndEditing(_ textView: UITextView) {}
    public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String)
        -> Bool
    {
        true
    }
    public func textViewDidChange(_ textView: UITextView) {}
    public func textViewDidChangeSelection(_ textView: UITextView) {}
}
