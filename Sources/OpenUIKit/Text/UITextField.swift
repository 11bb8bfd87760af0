public import Foundation
import OpenViewTree

/// A line of text to type into.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextfield
///
/// ## Difference from Apple
/// There are no positions and ranges of `UITextInput`, no views beside the text, and no pasteboard.
open class UITextField: UIControl {
    /// The text of a field has changed. The object is the field.
    public nonisolated static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")
    public nonisolated static let textDidBeginEditingNotification = Notification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    public nonisolated static let textDidEndEditingNotification = Notification.Name(
        "UITextFieldTextDidEndEditingNotification")

    /// How the border looks; hosts decide.
    public enum BorderStyle: Int, Sendable {
        case none, line, bezel, roundedRect
    }

    /// When there is a button that removes all text; hosts decide.
    public enum ViewMode: Int, Sendable {
        case never, whileEditing, unlessEditing, always
    }

    open weak var delegate: (any UITextFieldDelegate)?
    private var content = "" { didSet { if content != oldValue { setNeedsRendering() } } }
    private var input = TextInputTraits() { didSet { setNeedsRendering() } }

    /// Empty for none; never nil when it is read. Setting it calls neither the delegate nor an action.
    open var text: String? {
        get { content }
        set { content = newValue ?? "" }
    }

    open var attributedText: NSAttributedString? {
        get { NSAttributedString(string: content, attributes: [.font: font ?? .usual]) }
        set { content = newValue?.string ?? "" }
    }

    open var placeholder: String? { didSet { setNeedsRendering() } }
    open var font: UIFont? = .usual { didSet { setNeedsRendering() } }
    open var textColor: UIColor? { didSet { setNeedsRendering() } }
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsRendering() } }
    open var borderStyle = BorderStyle.none
    open var clearButtonMode = ViewMode.never
    open var clearsOnBeginEditing = false
    open var adjustsFontForContentSizeCategory = false
    open var isSecureTextEntry = false { didSet { setNeedsRendering() } }

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

    /// Whether a person types into it.
    open var isEditing: Bool { isFirstResponder }

    // MARK: Typing

    open override var canBecomeFirstResponder: Bool { isEnabled }
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

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.text, content)
        node.set(.placeholder, placeholder)
        font?.describe(&node)
        node.set(.textColor, textColor?.viewColor)
        textAlignment.describe(&node)
        if isSecureTextEntry { node.set(.isSecure, true) }
        if hasFocus { node.set(.isFocused, true) }
        input.describe(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}

/// What a program does while a person types into a field. All methods have an implementation that does nothing, or agrees.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextfielddelegate
@MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    func textFieldDidEndEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
    /// - Parameter range: in UTF-16 units of the text as it was.
    /// - Returns: false to keep the text as it was, which the host is told then.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// The key that ends typing was pressed.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextField {
    /// Why typing has ended.
    public enum DidEndEditingReason: Int, Sendable {
        case committed, cancelled
    }
}

extension UITextFieldDelegate {
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {}
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
