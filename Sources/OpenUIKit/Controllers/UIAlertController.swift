public import Foundation
import OpenViewTree

/// A question to the person, with its answers.
///
/// Source: https://developer.apple.com/documentation/uikit/uialertcontroller
open class UIAlertController: UIViewController {
    /// Where a question stands.
    public enum Style: Int, Sendable {
        /// At the edge; for choices.
        case actionSheet
        /// In the middle.
        case alert
    }

    public let preferredStyle: Style
    open var message: String? { didSet { setNeedsScreenUpdate() } }
    public private(set) var actions: [UIAlertAction] = []
    public private(set) var textFields: [UITextField]?
    /// The answer that the person most likely wants.
    open var preferredAction: UIAlertAction? { didSet { setNeedsScreenUpdate() } }

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

    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        action.controller = self
        setNeedsScreenUpdate()
    }

    /// Adds a line to type into; an action sheet has none.
    ///
    /// - Parameter configurationHandler: gets the field before it is shown.
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

    /// Return goes to the next line, and behind the last one it is the answer that the person most likely wants.
    private func returned(from field: UITextField) {
        let next = textFields?.drop { $0 !== field }.dropFirst().first
        if let next { return _ = next.becomeFirstResponder() }
        let answer = preferredAction ?? actions.last { $0.style == .default }
        if let answer, answer.isEnabled { choose(answer) }
    }

    /// Puts the question away, and then calls what belongs to the answer.
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

/// One answer of a ``UIAlertController``.
///
/// Source: https://developer.apple.com/documentation/uikit/uialertaction
@MainActor
open class UIAlertAction: NSObject {
    /// What an answer does to a person's work.
    public enum Style: Int, Sendable {
        case `default`, cancel, destructive
    }

    public let title: String?
    public let style: Style
    open var isEnabled = true { didSet { controller?.setNeedsScreenUpdate() } }
    weak var controller: UIAlertController?
    private let handler: (@MainActor (UIAlertAction) -> Void)?
    private let nodeID = RenderedNode.newID()

    /// - Parameter handler: called when the question has been put away.
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
