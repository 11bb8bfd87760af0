import AppexModel
package import OpenExtensionKit

/// A share sheet as questions and answers in lines, for pipes, scripts and screen readers.
@MainActor
package final class PlainFront: ShareFront {
    private let reader = LineReader()
    private let say: (String) -> Void
    private var ending: ViewEnding?

    /// - Parameter say: prints one line.
    package init(say: @escaping (String) -> Void) { self.say = say }

    /// The sizes of the widget that is shown; nil for other views.
    package var widget: ViewTraits.Widget?

    /// The room for a view and its appearance.
    package var traits: ViewTraits { ViewTraits(width: 640, height: 480, scale: 0.5, widget: widget) }

    /// Shows a view until one of its events is an answer; see ``ShareFront/ask(_:_:_:)``.
    package func ask<Answer: Sendable>(
        _ title: String, _ tree: ViewTree,
        _ reply: @escaping @MainActor (ViewEvent, UInt32) async -> ShareReply<Answer>
    ) async throws -> Answer? {
        var tree = tree
        var printed = PrintedView()
        printed.print(title, PlainView(tree), say)
        while let line = await nextLine() {
            switch PlainView(tree).answer(line) {
            case .close: return nil
            case .unclear(let sentence): say(sentence)
            // The views of the sheet itself have no gestures.
            case .gesture: break
            case .tell(let event, let node, let attribute, let value):
                if let attribute, let value { tree = tree.setting(node, attribute, value) }
                switch await reply(event, node) {
                case .answer(let answer): return answer
                // The operations are our own and refer to existing nodes.
                case .change(let operations): _ = try? tree.apply(operations)
                }
                printed.print(title, PlainView(tree), say)
            }
        }
        return nil
    }

    /// Shows progress until the work has ended; see ``ShareFront/wait(_:_:for:)``.
    package func wait<Value: Sendable>(
        _ title: String, _ words: String, for work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value? {
        say(words.tamed())
        return try await work()
    }

    /// Shows an extension's view until it has completed; see ``ShareFront/show(_:_:)``.
    package func show(_ title: String, _ view: ExtensionView) async throws -> Bool {
        let action = try await PlainShowing(title, view, ending(of: view), reader, say).run()
        if action != nil { await view.dismiss() }
        return action == nil
    }

    /// Shows an editor's view until the user ends editing; see ``ShareFront/edit(_:_:canRevert:)``.
    ///
    /// The end of the input interrupts it, because no question could be answered after it.
    package func edit(_ title: String, _ view: ExtensionView, canRevert: Bool) async throws -> EditAction? {
        let actions: [EditAction] = canRevert ? [.done, .revert] : [.done]
        let showing = PlainShowing(title, view, ending(of: view), reader, say) { actions }
        let action = try await showing.run()
        if showing.isAtEnd { throw ShareInterruption() }
        return action
    }

    /// Shows a widget until the user does something with it; see ``ShareFront/showWidget(_:_:_:)``.
    package func showWidget(
        _ title: String, _ view: ExtensionView, _ actions: @escaping @MainActor () -> [EditAction]
    ) async throws -> EditAction? {
        try await PlainShowing(title, view, ending(of: view), reader, say, actions).run()
    }

    private func ending(of view: ExtensionView) -> ViewEnding {
        if let ending, ending.isOf(view) { return ending }
        let new = ViewEnding(of: view)
        ending = new
        return new
    }

    private func nextLine() async -> String? {
        await withCheckedContinuation { continuation in reader.demand { continuation.resume() } }
        return reader.take()
    }
}
