import AppexModel
import OpenExtensionKit

/// Questions and answers in lines, for pipes, scripts and screen readers.
@MainActor
final class PlainFront: ShareFront {
    private let reader = LineReader()
    /// What the view was like when it was printed last.
    private var printed: [String] = []

    var traits: ViewTraits { ViewTraits(width: 640, height: 480, scale: 0.5) }

    /// How long an extension may take to complete after the last line, if that was a press.
    private static let grace = Duration.seconds(10)

    func ask<Answer: Sendable>(
        _ title: String, _ tree: ViewTree,
        _ answer: @escaping @MainActor (ViewEvent, UInt32, inout ViewTree) async -> Answer?
    ) async throws -> Answer? {
        var tree = tree
        printed = []
        print(title, PlainView(tree))
        while let line = await nextLine() {
            switch PlainView(tree).answer(line) {
            case .close: return nil
            case .unclear(let sentence): Console.say(sentence)
            case .tell(let event, let node, let attribute, let value):
                if let attribute, let value { _ = try? tree.apply([.set(id: node, attribute, value)]) }
                if let answer = await answer(event, node, &tree) { return answer }
                print(title, PlainView(tree))
            }
        }
        return nil
    }

    func wait<Value: Sendable>(
        _ title: String, _ words: String, for work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value? {
        Console.say(words.tamed())
        return try await work()
    }

    func show(_ title: String, _ view: ExtensionView) async throws -> Bool {
        enum Happening: Sendable {
            case line
            case update(ViewUpdate)
            case end(Result<Bool, any Error>)
            case late
        }
        printed = []
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        let drawing = Task { for await update in view.updates { continuation.yield(.update(update)) } }
        let ending = Task {
            do {
                _ = try await view.outcome()
                continuation.yield(.end(.success(true)))
            } catch { continuation.yield(.end(.failure(error))) }
        }
        var timer: Task<Void, Never>?
        defer {
            drawing.cancel()
            ending.cancel()
            timer?.cancel()
        }
        var shown = ViewInteraction(ViewTree(), in: CellRect(width: 80, height: 30))
        var last: UInt32 = 0
        var wasPressed = false
        for await happening in happenings {
            switch happening {
            case .update(let update):
                shown.update(update.isWhole ? nil : update.operations, of: update.tree, handled: update.handled)
                for case .tell(let event, let node) in shown.takeDeeds() where event.kind == .showRows {
                    view.send(event, to: node)
                }
                view.presented()
                // What comes of an answer is waited for before the next one is read.
                guard update.handled >= last else { continue }
                print(title, PlainView(shown.tree))
                if timer == nil { reader.demand { continuation.yield(.line) } }
            case .line:
                guard let line = reader.take() else {
                    guard wasPressed else {
                        await view.dismiss()
                        return false
                    }
                    timer = Task {
                        try? await Task.sleep(for: Self.grace)
                        continuation.yield(.late)
                    }
                    continue
                }
                switch PlainView(shown.tree).answer(line) {
                case .close:
                    await view.dismiss()
                    return false
                case .unclear(let sentence):
                    Console.say(sentence)
                    reader.demand { continuation.yield(.line) }
                case .tell(let event, let node, let attribute, let value):
                    wasPressed = event == .activate
                    guard let number = view.send(event, to: node) else {
                        Console.say("That cannot be done now.")
                        reader.demand { continuation.yield(.line) }
                        continue
                    }
                    last = number
                    if let attribute, let value { shown.set(node, attribute, value, telling: event) }
                    shown.told(event, node, number: number)
                    _ = shown.takeDeeds()
                }
            case .late:
                await view.dismiss()
                return false
            case .end(let result): return try result.get()
            }
        }
        return false
    }

    private func nextLine() async -> String? {
        await withCheckedContinuation { continuation in reader.demand { continuation.resume() } }
        return reader.take()
    }

    /// Prints a view that has become another one.
    private func print(_ title: String, _ view: PlainView) {
        guard view.lines != printed else { return }
        if printed.isEmpty { Console.say(title.tamed()) }
        printed = view.lines
        for line in view.lines { Console.say(line) }
    }
}
