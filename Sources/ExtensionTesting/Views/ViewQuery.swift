public import OpenExtensionKit

/// Which node of a view a test means. All that is said has to be so; of several nodes none is meant.
public struct ViewQuery: Sendable, CustomStringConvertible {
    private var kinds: [ViewKind]
    private var text: String?
    private var label: String?
    private var identifier: String?

    /// - Parameter kinds: one of these; any for none.
    /// - Parameter text: what the node says: its text, title, placeholder or one of its segments.
    /// - Parameter label: its accessibility label.
    /// - Parameter identifier: its accessibility identifier.
    public init(_ kinds: ViewKind..., text: String? = nil, label: String? = nil, identifier: String? = nil) {
        self.kinds = kinds
        self.text = text
        self.label = label
        self.identifier = identifier
    }

    /// The one that says this, or is labelled so.
    public static func text(_ text: String) -> ViewQuery { ViewQuery(text: text) }
    public static func label(_ label: String) -> ViewQuery { ViewQuery(label: label) }
    public static func identifier(_ identifier: String) -> ViewQuery { ViewQuery(identifier: identifier) }
    /// A button, bar button or choice of an alert.
    public static func button(_ text: String) -> ViewQuery {
        ViewQuery(.button, .barButton, .alertAction, text: text)
    }
    public static func row(_ text: String) -> ViewQuery { ViewQuery(.row, text: text) }
    /// The only field for text.
    public static let textField = ViewQuery(.textField, .textView)
    public static let slider = ViewQuery(.slider)
    public static let toggle = ViewQuery(.toggle)
    public static let stepper = ViewQuery(.stepper)
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

/// Why a test cannot go on with a view. Each shows the view as it was.
public enum ViewTestError: Error, Sendable, CustomStringConvertible {
    /// No such node came in time, or the view left the screen before.
    case notFound(ViewQuery, ViewTree)
    case ambiguous(ViewQuery, count: Int, ViewTree)
    /// A person could not do that now: the node is hidden, switched off, covered, or knows no such event.
    case notPossible(ViewEvent, ViewQuery, ViewTree)
    /// The extension did not work off an event in time.
    case notHandled(ViewEvent, ViewQuery, ViewTree)
    /// What a test waits for did not come in time.
    case neverCame(String, ViewTree)

    public var description: String {
        switch self {
        case .notFound(let query, let tree): "There is no \(query) in this view:\n\(tree)"
        case .ambiguous(let query, let count, let tree): "There are \(count) of \(query) in this view:\n\(tree)"
        case .notPossible(let event, let query, let tree):
            "A person cannot do \(event) to the \(query) in this view:\n\(tree)"
        case .notHandled(let event, let query, let tree):
            "The extension did not work off \(event) of the \(query) in time; its view:\n\(tree)"
        case .neverCame(let what, let tree): "This never came: \(what). The view:\n\(tree)"
        }
    }
}
