public import Foundation
import OpenViewTree

/// A control by which the user loads the content of a scroll view or table again.
///
/// Source: https://developer.apple.com/documentation/uikit/uirefreshcontrol
///
/// ## Difference from Apple
/// It is a button above the scroll view. The button is disabled while the control is refreshing. Its usual titles are in
/// English.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
    /// Whether the content is being loaded: after the user's press or ``beginRefreshing()``, until
    /// ``endRefreshing()``.
    public private(set) var isRefreshing = false { didSet { if isRefreshing != oldValue { setNeedsRendering() } } }
    /// The title of the button, of which the characters are shown; `nil` for a title of the host's style.
    open var attributedTitle: NSAttributedString? { didSet { setNeedsRendering() } }

    /// Shows that the content is being loaded. It does not perform actions.
    open func beginRefreshing() { isRefreshing = true }
    /// Shows that the content was loaded.
    open func endRefreshing() { isRefreshing = false }

    override var takesEvents: Bool { !isRefreshing && super.takesEvents }

    override func release() {
        guard !isRefreshing else { return }
        isRefreshing = true
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    override var nodeKind: ViewKind { .button }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        let title = attributedTitle.flatMap { $0.string.isEmpty ? nil : $0.string }
        node.set(.text, title ?? (isRefreshing ? "Refreshing…" : "Refresh"))
        if isRefreshing { node.set(.isEnabled, false) } else { node.set(.symbol, "arrow.clockwise") }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
}
