public import Foundation
import OpenViewTree

/// A field for one line of text.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextfield
///
/// ## Difference from Apple
/// The positions and ranges of `UITextInput` and the pasteboard do not exist. Views beside the text stand beside the
/// field. A text of more than 16 KiB of UTF-8 is shown to that limit, and the user cannot edit it, because the rest would
/// be lost.
open class UITextField: UIControl {
    /// Posted when the user has changed the text. The object is the field.
    public nonisolated static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")
    /// Posted when editing has begun. The object is the field.
    public nonisolated static let textDidBeginEditingNotification = Notification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    /// Posted when editing has ended. The object is the field.
    public nonisolated static let textDidEndEditingNotification = Notification.Name(
        "UITextFieldTextDidEndEditingNotification")

    /// The appearance of the border; hosts decide.
    public enum BorderStyle: Int, Sendable {
        case none, line, bezel, roundedRect
    }

    /// When a button that clears the text is visible; hosts decide.
    public enum ViewMode: Int, Sendable {
        case never, whileEditing, unlessEditing, always
    }

    /// The object that is asked and notified while the user edits.
    open weak var delegate: (any UITextFieldDelegate)?
    private var content = "" { didSet { if content != oldValue { setNeedsRendering() } } }
    private var input = TextInputTraits() { didSet { setNeedsRendering() } }

    /// The text; empty, not `nil`, when there is none. Line breaks that the user enters are removed. Setting it calls
    /// neither the delegate nor actions.
    open var text: String? {
        get { content }
        set { content = newValue ?? "" }
    }

    /// The text in ``font``. Setting it keeps the characters and drops all styles.
    open var attributedText: NSAttributedString? {
        get { NSAttributedString(string: content, attributes: [.font: font ?? .usual]) }
        set { content = newValue?.string ?? "" }
    }

    /// The text that is shown while the field is empty.
    open var placeholder: String? { didSet { setNeedsRendering() } }
    /// The text of ``placeholder``, with styles that are not shown.
    open var attributedPlaceholder: NSAttributedString? {
        get { placeholder.map { NSAttributedString(string: $0) } }
        set { placeholder = newValue?.string }
    }
    /// A view above the keyboard, which is not shown.
    open var inputAccessoryView: UIView?
    /// The meaning of the text, by which Apple's system offers values. It has no effect.
    open var textContentType: UITextContentType?
    /// The look of the keyboard. It has no effect; hosts decide.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// Whether the return key is disabled while the text is empty. It has no effect; hosts decide.
    open var enablesReturnKeyAutomatically = false
    /// Has no effect; hosts do not make text smaller.
    open var adjustsFontSizeToFitWidth = false
    /// Has no effect; hosts do not make text smaller.
    open var minimumFontSize: CGFloat = 0
    /// The attributes of text that is typed, which are not shown.
    open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// The font; body text by default.
    open var font: UIFont? = .usual { didSet { setNeedsRendering() } }
    /// The colour of the text; `nil` for the host's choice.
    open var textColor: UIColor? { didSet { setNeedsRendering() } }
    /// The alignment of the text; ``NSTextAlignment/natural`` by default.
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    /// Has no effect; hosts draw the border.
    open var borderStyle = BorderStyle.none
    /// Has no effect; hosts decide whether there is a button that clears the text.
    open var clearButtonMode = ViewMode.never
    /// A view beside the leading edge of the text; `nil` for none. ``leftViewMode`` determines when it is visible.
    open var leftView: UIView? { didSet { replace(oldValue, by: leftView) } }
    /// A view beside the trailing edge of the text; `nil` for none. ``rightViewMode`` determines when it is visible.
    open var rightView: UIView? { didSet { replace(oldValue, by: rightView) } }
    /// When ``leftView`` is visible; never by default.
    open var leftViewMode = ViewMode.never { didSet { setNeedsLayoutReading() } }
    /// When ``rightView`` is visible; never by default.
    open var rightViewMode = ViewMode.never { didSet { setNeedsLayoutReading() } }
    /// Whether the text is removed when editing begins; `false` by default.
    open var clearsOnBeginEditing = false
    /// Has no effect: fonts of a text style always follow the user's text size.
    open var adjustsFontForContentSizeCategory = false
    /// Whether characters are hidden as in a password field; `false` by default.
    open var isSecureTextEntry = false { didSet { setNeedsRendering() } }

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

    /// Whether the user may change the text. A text that is not shown completely cannot be edited.
    private var takesTyping: Bool { isEnabled && content.utf8.count <= ViewLimits.textBytes }

    /// Whether the user is editing the field.
    open var isEditing: Bool { isFirstResponder }

    // MARK: Typing

    open override var canBecomeFirstResponder: Bool { takesTyping }
    open override var isFirstResponder: Bool { hasFocus }

    @discardableResult
    open override func becomeFirstResponder() -> Bool { takeFocus() }

    @discardableResult
    open override func resignFirstResponder() -> Bool { giveFocusUp() }

    override var mayBeginEditing: Bool { delegate?.textFieldShouldBeginEditing(self) ?? true }
    override var mayEndEditing: Bool { delegate?.textFieldShouldEndEditing(self) ?? true }

    override func didBeginEditing() {
        if clearsOnBeginEditing { content = "" }
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        post(Self.textDidBeginEditingNotification)
    }

    override func didEndEditing() {
        delegate?.textFieldDidEndEditing(self)
        delegate?.textFieldDidEndEditing(self, reason: .committed)
        sendActions(for: .editingDidEnd)
        post(Self.textDidEndEditingNotification)
    }

    override func handle(_ event: ViewEvent) {
        switch event {
        case .focus(let isFocused): hostHasFocused(isFocused)
        case .edit(let text, _, let end): edit(text, end: Int(end))
        case .submit: submit()
        default: super.handle(event)
        }
    }

    private func edit(_ text: String, end: Int) {
        hostHasSet(.text, text.isEmpty ? nil : .text(text))
        guard takesTyping else { return }
        if !hasFocus, !takeFocus() { return }
        let line = text.filter { !$0.isNewline }
        guard line != content else {
            delegate?.textFieldDidChangeSelection(self)
            return
        }
        let change = TextChange(from: content, to: line, end: end)
        guard
            delegate?.textField(self, shouldChangeCharactersIn: change.range, replacementString: change.replacement)
                ?? true
        else { return }
        content = line
        delegate?.textFieldDidChangeSelection(self)
        sendActions(for: .editingChanged)
        post(Self.textDidChangeNotification)
    }

    private func submit() {
        guard hasFocus || takeFocus() else { return }
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

    // MARK: The tree

    override var nodeKind: ViewKind { .textField }

    private func replace(_ old: UIView?, by new: UIView?) {
        guard old !== new else { return }
        if old?.superview === self { old?.removeFromSuperview() }
        if let new { addSubview(new) }
        setNeedsLayoutReading()
    }

    private func isVisible(_ mode: ViewMode) -> Bool {
        switch mode {
        case .never: false
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .always: true
        }
    }

    override var neighbors: ViewNeighbors? {
        let before = [leftView].compactMap { isVisible(leftViewMode) ? $0 : nil }
        let after = [rightView].compactMap { isVisible(rightViewMode) ? $0 : nil }
        return before.isEmpty && after.isEmpty ? nil : ViewNeighbors(axis: .horizontal, before: before, after: after)
    }

    override var laidOutSubviews: [UIView] { subviews.filter { $0 !== leftView && $0 !== rightView } }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.text, content)
        node.set(.placeholder, placeholder)
        font?.describe(&node)
        node.set(.textColor, textColor?.viewColor)
        textAlignment.describe(&node)
        if isSecureTextEntry { node.set(.isSecure, true) }
        if content.utf8.count > ViewLimits.textBytes { node.set(.isEditable, false) }
        if hasFocus { node.set(.isFocused, true) }
        input.describe(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}

/// Methods that are called while the user edits a text field. All are optional: the default implementations allow
/// everything and do nothing.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextfielddelegate
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Called before editing begins.
    ///
    /// - Returns: `false` to prevent it. The default is `true`.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Called after editing has begun.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Called before editing ends.
    ///
    /// - Returns: `false` to continue editing, which has no effect when the field is removed. The default is `true`.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    /// Called after editing has ended.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Called after editing has ended, with ``UITextField/DidEndEditingReason/committed`` as the reason.
    ///
    /// ## Difference from Apple
    /// ``textFieldDidEndEditing(_:)`` is called as well.
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
    /// Called before a change by the user.
    ///
    /// - Parameters:
    ///   - textField: the field that is edited.
    ///   - range: the range to replace, in UTF-16 units of the present text.
    ///   - string: the replacement.
    /// - Returns: `false` to keep the present text, which the host then shows again. The default is `true`.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
    /// Called after the text or the selection has changed.
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// Called when the user has pressed the Return key.
    ///
    /// - Returns: `false` to prevent the control events of the key. The default is `true`.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextField {
    /// The reason why editing has ended.
    public enum DidEndEditingReason: Int, Sendable {
        case committed, cancelled
    }
}

extension UITextFieldDelegate {
    /// Allows editing to begin.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Allows editing to end.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {}
    /// Allows the change.
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
    /// Does nothing.
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    /// Allows the control events of the Return key.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
