package import OpenExtensionKit

/// The user interface of a share sheet: a terminal's screen or plain lines.
@MainActor
package protocol ShareFront: AnyObject {
    /// The room for a view and its appearance.
    var traits: ViewTraits { get }

    /// The sizes of the widget that is shown, which become a part of the traits; nil for other views.
    var widget: ViewTraits.Widget? { get set }

    /// Shows a view of our own until one of its events is an answer.
    ///
    /// - Parameter reply: called for each event.
    /// - Returns: nil if the user closed the view.
    /// - Throws: ``ShareInterruption``.
    func ask<Answer: Sendable>(
        _ title: String, _ tree: ViewTree,
        _ reply: @escaping @MainActor (ViewEvent, UInt32) async -> ShareReply<Answer>
    ) async throws -> Answer?

    /// Shows progress until the work has ended.
    ///
    /// - Returns: nil if the user did not want to wait; the work is then cancelled.
    /// - Throws: what the work throws; ``ShareInterruption``.
    func wait<Value: Sendable>(
        _ title: String, _ words: String, for work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value?

    /// Shows an extension's view until it has completed.
    ///
    /// - Returns: false if the user closed it.
    /// - Throws: what ``ExtensionView/outcome()`` throws; ``ShareInterruption``.
    func show(_ title: String, _ view: ExtensionView) async throws -> Bool

    /// Shows an editor's view until the user ends editing. Afterwards the view may be shown again.
    ///
    /// - Parameter canRevert: whether the user can revert the photograph to the original.
    /// - Returns: what the user does; nil if the extension has completed.
    /// - Throws: what ``ExtensionView/outcome()`` throws; ``ShareInterruption``.
    func edit(_ title: String, _ view: ExtensionView, canRevert: Bool) async throws -> EditAction?

    /// Shows a widget until the user does something with it. Afterwards the view may be shown again.
    ///
    /// - Parameter actions: what the user can do beside closing it.
    /// - Returns: what the user does, which is to cancel if the view is closed; nil if the extension has completed.
    /// - Throws: what ``ExtensionView/outcome()`` throws; ``ShareInterruption``.
    func showWidget(
        _ title: String, _ view: ExtensionView, _ actions: @escaping @MainActor () -> [EditAction]
    ) async throws -> EditAction?
}

/// The user wants to leave at once, or has gone.
package struct ShareInterruption: Error {}

/// The response to an event of a view of our own.
package enum ShareReply<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// Changes the view; without operations it stays as it is.
    case change([ViewOperation] = [])
}
