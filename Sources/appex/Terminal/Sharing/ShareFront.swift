import OpenExtensionKit

/// Where a person sees things and answers: the whole screen of a terminal, or plain lines.
@MainActor
protocol ShareFront: AnyObject {
    /// The room for a view, and how it is seen.
    var traits: ViewTraits { get }

    /// Shows a view of our own until an event of it is an answer.
    ///
    /// - Parameter reply: is asked about each event.
    /// - Returns: nil when the person has closed it.
    /// - Throws: ``ShareInterruption``.
    func ask<Answer: Sendable>(
        _ title: String, _ tree: ViewTree,
        _ reply: @escaping @MainActor (ViewEvent, UInt32) async -> ShareReply<Answer>
    ) async throws -> Answer?

    /// Says that something goes on until it has ended.
    ///
    /// - Returns: nil when the person did not want to wait; the work has then been cancelled.
    /// - Throws: what the work throws; ``ShareInterruption``.
    func wait<Value: Sendable>(
        _ title: String, _ words: String, for work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value?

    /// Shows an extension's view until it has completed.
    ///
    /// - Returns: false when the person has closed it.
    /// - Throws: what ``ExtensionView/outcome()`` throws; ``ShareInterruption``.
    func show(_ title: String, _ view: ExtensionView) async throws -> Bool
}

/// The person wants to leave at once, or has gone.
struct ShareInterruption: Error {}

/// What comes of an event of a view of our own.
enum ShareReply<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// The view becomes another one; nothing changes without operations.
    case change([ViewOperation] = [])
}
