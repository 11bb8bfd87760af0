public import OpenExtensionKit

/// Selects one node of a view. A node has to meet every condition, and exactly one node has to do so.
public struct ViewQuery: Sendable, CustomStringConvertible {
    private var kinds: [ViewKind]
    private var text: String?
    private var label: String?
    private var identifier: String?

    /// Creates a query. At least one condition should be given.
    ///
    /// - Parameter kinds: the kinds that the node may have; empty for any.
    /// - Parameter text: the node's text, title or placeholder, or the title of one of its segments.
    /// - Parameter label: the node's accessibility label.
    /// - Parameter identifier: the node's accessibility identifier.
    public init(_ kinds: ViewKind..., text: String? = nil, label: String? = nil, identifier: String? = nil) {
        self.kinds = kinds
        self.text = text
        self.label = label
        self.identifier = identifier
    }

    /// The node with this text or accessibility label.
    public static func text(_ text: String) -> ViewQuery { ViewQuery(text: text) }
    /// The node with this accessibility label.
    public static func label(_ label: String) -> ViewQuery { ViewQuery(label: label) }
    /// The node with this accessibility identifier.
    public static func identifier(_ identifier: String) -> ViewQuery { ViewQuery(identifier: identifier) }
    /// The button, bar button or alert action with this title.
    public static func button(_ text: String) -> ViewQuery {
        ViewQuery(.button, .barButton, .alertAction, text: text)
    }
    /// The row with this text.
    public static func row(_ text: String) -> ViewQuery { ViewQuery(.row, text: text) }
    /// The only text field or text view.
    public static let textField = ViewQuery(.textField, .textView)
    /// The only slider.
    public static let slider = ViewQuery(.slider)
    /// The only toggle.
    public static let toggle = ViewQuery(.toggle)
    /// The only stepper.
    public static let stepper = ViewQuery(.stepper)
    /// The only segmented control.
    public static let segmented = ViewQuery(.segmented)

    func matches(_ node: ViewNode) -> Bool {
        let words = [.text, .title, .placeholder].compactMap { node.text($0) } + node.list(.segments)
        return (kinds.isEmpty || kinds.contains(node.kind)) && text.map(words.contains) ?? true
            && label.map { node.text(.accessibilityLabel) == $0 } ?? true
            && identifier.map { node.text(.accessibilityIdentifier) == $0 } ?? true
    }

    public var description: String {
        let kind = kinds.isEmpty ? "node" : kinds.map { "\($0)" }.joined(separator: " or ")
        let parts = [
            text.map { "that says \"\($0)\"" }, label.map { "labelled \"\($0)\"" },
            identifier.map { "with the identifier \"\($0)\"" },
        ].compactMap(\.self)
        return ([kind] + parts).joined(separator: " ")
    }
}

/// Why a test of a view cannot continue. Each error contains the view as it was.
public enum ViewTestError: Error, Sendable, CustomStringConvertible {
    /// No node matched in time, or the view left the screen.
    case notFound(ViewQuery, ViewTree)
    /// Several nodes matched.
    case ambiguous(ViewQuery, count: Int, ViewTree)
    /// A person could not perform this event now: the node is hidden, disabled or covered, or does not support the
    /// event.
    case notPossible(ViewEvent, ViewQuery, ViewTree)
    /// The extension did not handle an event in time.
    case notHandled(ViewEvent, ViewQuery, ViewTree)
    /// What the test waited for did not happen in time.
    case neverCame(String, ViewTree)

    public var description: String {
        switch self {
        // The last tree can have come with the end of the view.
        case .notFound(let query, let tree) where tree.nodes.values.contains(where: query.matches):
            "The view has left the screen, so the \(query) cannot be used; the view as it was at last:\n\(tree)"
        case .notFound(let query, let tree): "There is no \(query) in this view:\n\(tree)"
        case .ambiguous(let query, let count, let tree):
            "There are \(count) nodes in this view that match \(query):\n\(tree)"
        case .notPossible(let event, let query, let tree):
            "A person cannot perform \(event) on the \(query) in this view:\n\(tree)"
        case .notHandled(let event, let query, let tree):
            "The extension did not handle \(event) of the \(query) in time; its view:\n\(tree)"
        case .neverCame(let what, let tree): "This never came: \(what). The view:\n\(tree)"
        }
    }
}
