import Foundation
import OpenExtensionKit

/// Shows an extension's view in lines, from its first tree to its end.
@MainActor
final class PlainShowing {
    private enum Happening: Sendable {
        case line
        case update(ViewUpdate)
        /// Unsolicited changes have waited long enough.
        case pause
        case end(Result<Void, any Error>)
        /// The extension has not completed in time after the last line.
        case late
    }

    /// How long an extension may take to complete after the end of the input, if the last line pressed a button.
    private static let grace = Duration.seconds(10)

    private let title: String
    private let view: ExtensionView
    private let ending: ViewEnding
    private let reader: LineReader
    private let say: (String) -> Void
    /// What the user can do with the view beside closing it.
    private let offered: () -> [EditAction]
    private let happenings: AsyncStream<Happening>
    private let continuation: AsyncStream<Happening>.Continuation
    private var shown = ViewInteraction(ViewTree(), in: CellRect(width: 80, height: 200))
    private var printed = PrintedView()
    /// The number of the last event that was sent, which has to be handled before the next line is read.
    private var last: UInt32 = 0
    /// Whether the user waits for the next output: at the start and after each line.
    private var isAwaited = true
    /// Prints the view once it may be printed again.
    private var printing: Task<Void, Never>?
    private var wasPressed = false
    /// Whether a line has been demanded and has not come.
    private var isAsking = false
    private var timer: Task<Void, Never>?
    /// Whether the input has ended.
    private(set) var isAtEnd = false

    /// - Parameter say: prints one line.
    /// - Parameter actions: what the user can do with the view beside closing it.
    init(
        _ title: String, _ view: ExtensionView, _ ending: ViewEnding, _ reader: LineReader,
        _ say: @escaping (String) -> Void, _ actions: @escaping () -> [EditAction] = { [] }
    ) {
        self.say = say
        offered = actions
        self.title = title
        self.view = view
        self.ending = ending
        self.reader = reader
        (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
    }

    /// - Returns: what the user does, which is to cancel if the view is closed; nil if the extension has completed.
    /// - Throws: what ``ExtensionView/outcome()`` throws.
    func run() async throws -> EditAction? {
        let (view, continuation) = (view, continuation)
        let drawing = Task { for await update in view.updates { continuation.yield(.update(update)) } }
        ending.observe { continuation.yield(.end($0)) }
        defer {
            drawing.cancel()
            timer?.cancel()
            printing?.cancel()
        }
        for await happening in happenings {
            switch happening {
            case .update(let update): took(update)
            case .pause:
                printing = nil
                // Output that is awaited is printed when it comes.
                if !isAwaited { printNow() }
            case .line: if let action = took(reader.take()) { return action }
            case .late: return .cancel
            case .end(let result):
                if printing != nil { printNow() }
                try result.get()
                return nil
            }
        }
        return .cancel
    }

    private func took(_ update: ViewUpdate) {
        shown.update(update.isWhole ? nil : update.operations, of: update.tree, handled: update.handled)
        for case .tell(let event, let node) in shown.takeEffects() where event.kind == .showRows {
            view.send(event, to: node)
        }
        view.presented()
        guard update.handled >= last else { return }
        if isAwaited { printNow() } else { printSoon() }
        if timer == nil { ask() }
    }

    private func printNow() {
        printing?.cancel()
        printing = nil
        isAwaited = false
        let isFirst = printed.view == nil
        printed.print(title, PlainView(shown.tree), say)
        if isFirst, !actions.isEmpty { say(usage) }
    }

    private var actions: [EditAction] { offered() }

    /// The words for the actions, in one sentence.
    private var usage: String {
        let end = actions.allSatisfy(\.isOfWidget) ? "q closes." : "q cancels."
        return (actions.map(\.plainWords) + [end]).joined(separator: ", ")
    }

    /// Prints an unsolicited change, after a pause if something has just been printed.
    private func printSoon() {
        guard printing == nil else { return }
        let wait = printed.wait(at: .now)
        guard wait > .zero else { return printNow() }
        let continuation = continuation
        printing = Task {
            if (try? await Task.sleep(for: wait)) != nil { continuation.yield(.pause) }
        }
    }

    private func ask() {
        guard !isAsking else { return }
        isAsking = true
        let continuation = continuation
        reader.demand { continuation.yield(.line) }
    }

    /// - Parameter line: nil at the end of the input.
    /// - Returns: what the user does, if the line says that.
    private func took(_ line: String?) -> EditAction? {
        isAsking = false
        guard let line else {
            isAtEnd = true
            guard wasPressed, actions.isEmpty else { return .cancel }
            let continuation = continuation
            timer = Task {
                if (try? await Task.sleep(for: Self.grace)) != nil { continuation.yield(.late) }
            }
            return nil
        }
        // Own text: what the user has typed.
        if let action = actions.first(where: { $0.word == line.trimmingCharacters(in: .whitespaces).lowercased() }) {
            return action
        }
        switch (printed.view ?? PlainView(shown.tree)).answer(line) {
        case .close: return .cancel
        case .unclear(let sentence):
            say(sentence)
            if !actions.isEmpty { say(usage) }
            ask()
        case .gesture(let events, let node):
            // The release of a button may complete the request, as a press does.
            wasPressed = events.last?.gesture.map { $0 == (.hold, .ended) } ?? false
            for event in events { guard send(event, to: node) != nil else { break } }
        case .tell(let event, let node, let attribute, let value):
            wasPressed = event == .activate
            guard let number = send(event, to: node) else { break }
            if let attribute, let value { shown.set(node, attribute, value, telling: event) }
            shown.told(event, node, number: number)
            _ = shown.takeEffects()
        }
        return nil
    }

    /// Sends an event, which has to be handled before the next line is read.
    ///
    /// - Returns: its number; nil if it could not be sent, in which case the next line is read at once.
    private func send(_ event: ViewEvent, to node: UInt32) -> UInt32? {
        guard let number = view.send(event, to: node) else {
            say("That is not possible now.")
            ask()
            return nil
        }
        last = number
        isAwaited = true
        return number
    }
}
