public import Foundation
import OpenViewTree

/// The text field of a search bar.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchtextfield
@preconcurrency @MainActor
open class UISearchTextField: UITextField {}

/// A field for a text to search for, with an optional Cancel button and scopes.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchbar
///
/// ## Difference from Apple
/// The title of the Cancel button is in English. Bookmark and results buttons do not exist.
@preconcurrency @MainActor
open class UISearchBar: UIView {
    /// The appearance of a search bar; hosts decide.
    public enum Style: UInt, Sendable {
        case `default`, prominent, minimal
    }

    /// The object that is asked and notified while the user edits.
    open weak var delegate: (any UISearchBarDelegate)?
    /// The field in which the user types.
    public let searchTextField = UISearchTextField()
    /// Has no effect; hosts decide on the appearance.
    open var searchBarStyle = Style.default
    /// Has no effect; hosts decide on the background.
    open var barTintColor: UIColor?
    /// Has no effect; hosts decide on the background.
    open var isTranslucent = true
    /// A line above the field; `nil` for none.
    open var prompt: String? { didSet { setNeedsRendering() } }
    /// Whether a button ends the search; `false` by default.
    open var showsCancelButton = false { didSet { cancelButton.isHidden = !showsCancelButton } }
    /// Whether the scopes are visible, if there are any; `false` by default.
    open var showsScopeBar = false { didSet { scopes.isHidden = !showsScopeBar || scopes.numberOfSegments == 0 } }
    private let scopes = UISegmentedControl()
    private let column = UIStackView()
    private lazy var cancelButton = UIButton(
        type: .system,
        primaryAction: UIAction(title: "Cancel") { [weak self] _ in self?.cancel() })
    /// Called when the user begins or ends a search.
    var activityHandler: ((Bool) -> Void)?
    /// Called when the text has changed.
    var textHandler: (() -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        compose()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        compose()
    }

    private func compose() {
        // A storyboard has set these already.
        searchTextField.placeholder = searchTextField.placeholder ?? "Search"
        searchTextField.returnKeyType = .search
        searchTextField.delegate = self
        searchTextField.addAction(
            UIAction { [weak self] _ in self?.textHasChanged() }, for: .editingChanged)
        scopes.addAction(UIAction { [weak self] _ in self?.scopeHasChanged() }, for: .valueChanged)
        cancelButton.isHidden = !showsCancelButton
        scopes.isHidden = true
        let row = UIStackView(arrangedSubviews: [searchTextField, cancelButton])
        row.spacing = 8
        column.axis = .vertical
        column.spacing = 8
        column.addArrangedSubview(row)
        column.addArrangedSubview(scopes)
        addSubview(column)
    }

    // MARK: Content

    /// The text; empty, not `nil`, when the field is empty. Setting it does not notify the delegate.
    open var text: String? {
        get { searchTextField.text }
        set { searchTextField.text = newValue }
    }

    /// The text that is shown while the field is empty.
    open var placeholder: String? {
        get { searchTextField.placeholder }
        set { searchTextField.placeholder = newValue }
    }

    /// The titles of the scopes; `nil` for none.
    open var scopeButtonTitles: [String]? {
        didSet {
            scopes.removeAllSegments()
            for title in scopeButtonTitles ?? [] {
                scopes.insertSegment(withTitle: title, at: scopes.numberOfSegments, animated: false)
            }
            scopes.selectedSegmentIndex = 0
            scopes.isHidden = !showsScopeBar || scopes.numberOfSegments == 0
        }
    }

    /// The index of the selected scope; 0 when there are no scopes.
    open var selectedScopeButtonIndex: Int {
        get { max(scopes.selectedSegmentIndex, 0) }
        set { scopes.selectedSegmentIndex = newValue }
    }

    /// Sets ``showsCancelButton``. `animated` has no effect.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
    }

    /// The kind of text that the user is expected to type.
    open var keyboardType: UIKeyboardType {
        get { searchTextField.keyboardType }
        set { searchTextField.keyboardType = newValue }
    }

    /// The label of the Return key.
    open var returnKeyType: UIReturnKeyType {
        get { searchTextField.returnKeyType }
        set { searchTextField.returnKeyType = newValue }
    }

    /// Has no effect; hosts decide on capitalization.
    open var autocapitalizationType: UITextAutocapitalizationType {
        get { searchTextField.autocapitalizationType }
        set { searchTextField.autocapitalizationType = newValue }
    }

    /// Has no effect; hosts decide on corrections.
    open var autocorrectionType: UITextAutocorrectionType {
        get { searchTextField.autocorrectionType }
        set { searchTextField.autocorrectionType = newValue }
    }

    open override var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
    open override var isFirstResponder: Bool { searchTextField.isFirstResponder }

    @discardableResult
    open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }

    @discardableResult
    open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }

    // MARK: The user's actions

    private func textHasChanged() {
        delegate?.searchBar(self, textDidChange: text ?? "")
        textHandler?()
    }

    private func scopeHasChanged() {
        delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
        textHandler?()
    }

    private func cancel() {
        searchTextField.resignFirstResponder()
        delegate?.searchBarCancelButtonClicked(self)
        activityHandler?(false)
    }

    // MARK: The tree

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        node.set(.arrangement, ViewArrangement.column)
        return subviews.map { $0.render(at: [:]) }
    }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if node[.accessibilityLabel] == nil { node.set(.accessibilityLabel, prompt) }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}

extension UISearchBar: UITextFieldDelegate {
    /// Asks the delegate of the search bar.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
        delegate?.searchBarShouldBeginEditing(self) ?? true
    }

    /// Notifies the delegate of the search bar.
    public func textFieldDidBeginEditing(_ textField: UITextField) {
        activityHandler?(true)
        delegate?.searchBarTextDidBeginEditing(self)
    }

    /// Asks the delegate of the search bar.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
        delegate?.searchBarShouldEndEditing(self) ?? true
    }

    /// Notifies the delegate of the search bar.
    public func textFieldDidEndEditing(_ textField: UITextField) { delegate?.searchBarTextDidEndEditing(self) }

    /// Asks the delegate of the search bar.
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: string) ?? true }

    /// Notifies the delegate of the search bar.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        delegate?.searchBarSearchButtonClicked(self)
        return true
    }
}

/// Methods that are called while the user edits a search bar. All are optional: the default implementations allow
/// everything and do nothing.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchbardelegate
@preconcurrency @MainActor
public protocol UISearchBarDelegate: AnyObject {
    /// Called before editing begins.
    ///
    /// - Returns: `false` to prevent it. The default is `true`.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// Called after editing has begun.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// Called before editing ends.
    ///
    /// - Returns: `false` to continue editing. The default is `true`.
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
    /// Called after editing has ended.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// Called after the user has changed the text.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// Called before a change by the user.
    ///
    /// - Parameters:
    ///   - searchBar: the search bar.
    ///   - range: the range to replace, in UTF-16 units of the present text.
    ///   - text: the replacement.
    /// - Returns: `false` to keep the present text. The default is `true`.
    func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Called when the user has pressed the Return key.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// Called when the user has pressed the Cancel button, after editing has ended.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    /// Called after the user has selected another scope.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// Allows editing to begin.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Allows editing to end.
    public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Allows the change.
    public func searchBar(
        _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}
