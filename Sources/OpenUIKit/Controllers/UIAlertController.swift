public import Foundation
import OpenViewTree

/// An alert or action sheet with a question and its choices.
///
/// Source: https://developer.apple.com/documentation/uikit/uialertcontroller
open class UIAlertController: UIViewController {
    /// Where an alert is shown.
    public enum Style: Int, Sendable {
        /// A list of choices at the edge of the screen.
        case actionSheet
        /// A question in the middle of the screen.
        case alert
    }

    /// Where the alert is shown.
    public let preferredStyle: Style
    /// The text below the title.
    open var message: String? { didSet { setNeedsScreenUpdate() } }
    /// The choices, in the order in which they were added.
    public private(set) var actions: [UIAlertAction] = []
    /// The text fields, in the order in which they were added; `nil` when there are none.
    public private(set) var textFields: [UITextField]?
    /// The choice that hosts emphasize and that the Return key selects. It must be one of ``actions``.
    open var preferredAction: UIAlertAction? { didSet { setNeedsScreenUpdate() } }

    /// Makes an alert without choices.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder: NSCoder) {
        preferredStyle = .alert
        super.init(coder: coder)
    }

    /// Adds a choice.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        action.controller = self
        setNeedsScreenUpdate()
    }

    /// Adds a text field to an alert. Action sheets have no text fields, so nothing happens there.
    ///
    /// - Parameter configurationHandler: called at once with the field.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else { return }
        let field = UITextField()
        field.borderStyle = .roundedRect
        configurationHandler?(field)
        field.addAction(UIAction { [weak self] _ in self?.returned(from: field) }, for: .editingDidEndOnExit)
        textFields = (textFields ?? []) + [field]
        view.addSubview(field)
        setNeedsScreenUpdate()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        textFields?.first?.becomeFirstResponder()
    }

    /// The Return key moves to the next field. In the last one it selects the preferred or the last default action.
    private func returned(from field: UITextField) {
        let next = textFields?.drop { $0 !== field }.dropFirst().first
        if let next { return _ = next.becomeFirstResponder() }
        let answer = preferredAction ?? actions.last { $0.style == .default }
        if let answer, answer.isEnabled { choose(answer) }
    }

    /// Dismisses the alert, and then calls the action's handler.
    func choose(_ action: UIAlertAction) {
        guard let presenter else { return }
        presenter.dismiss(animated: true) { action.call() }
    }

    override func closedByHost() {
        if let cancel = actions.first(where: { $0.style == .cancel }) {
            choose(cancel)
        } else if preferredStyle == .actionSheet {
            presenter?.dismiss(animated: true)
        }
    }

    override func renderScreen() -> RenderedNode {
        loadViewIfNeeded()
        var attributes = NodeAttributes()
        attributes.set(.title, title)
        attributes.set(.detail, message)
        attributes.set(.presentation, preferredStyle == .alert ? ViewPresentation.alert : .actionSheet)
        let fields = (textFields ?? []).map { $0.render(at: [:]) }
        let choices = actions.map { $0.render(isPreferred: $0 === preferredAction) }
        return RenderedNode(id: screenNodes.screen, .alert, attributes, children: fields + choices, owner: self)
    }
}

/// A choice of a ``UIAlertController``.
///
/// Source: https://developer.apple.com/documentation/uikit/uialertaction
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// The meaning of a choice.
    public enum Style: Int, Sendable {
        case `default`, cancel, destructive
    }

    /// The title that the user sees.
    public let title: String?
    /// The meaning of the choice.
    public let style: Style
    /// Whether the user can select the choice; `true` by default.
    open var isEnabled = true { didSet { controller?.setNeedsScreenUpdate() } }
    weak var controller: UIAlertController?
    private let handler: (@MainActor (UIAlertAction) -> Void)?
    private let nodeID = RenderedNode.newID()

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - title: the text of the button; `nil` for an empty one.
    ///   - style: how the alert shows the choice, and where.
    ///   - handler: called on the main actor with the action after the alert has been dismissed.
    public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    func call() { handler?(self) }

    fileprivate func render(isPreferred: Bool) -> RenderedNode {
        var attributes = NodeAttributes()
        attributes.set(.text, title)
        switch style {
        case .default: if isPreferred { attributes.set(.role, ViewRole.primary) }
        case .cancel: attributes.set(.role, ViewRole.cancel)
        case .destructive: attributes.set(.role, ViewRole.destructive)
        }
        if !isEnabled { attributes.set(.isEnabled, false) }
        return RenderedNode(id: nodeID, .alertAction, attributes, owner: self)
    }
}

extension UIAlertAction: NodeOwner {
    var takesEvents: Bool { isEnabled && controller?.isInFront == true }

    func receive(_ event: ViewEvent) {
        if case .activate = event { controller?.choose(self) }
    }
}
