import OpenExtensionKit

/// Shows an extension's view in lines, from its first tree to its end.
@MainActor
final class PlainShowing {
    private enum Happening: Sendable {
        case line
        case update(ViewUpdate)
        /// Unsolicited changes have waited long enough.
        case pause
        case end(Result<Bool, any Error>)
        /// The extension has not completed in time after the last line.
        case late
    }

    /// How long an extension may take to complete after the end of the input, if the last line pressed a button.
    private static let grace = Duration.seconds(10)

    private let title: String
    private let view: ExtensionView
    private let reader: LineReader
    private let say: (String) -> Void
    private let happenings: AsyncStream<Happening>
    private let continuation: AsyncStream<Happening>.Continuation
    private var shown = ViewInteraction(ViewTree(), in: CellRect(width: 80, height: 200))
    private var printed = PrintedView()
    /// The number of the last event that was sent, which has to be handled before the next line is read.
    private var last: UInt32 = 0
    /// Whether a person waits for the next output: at the start and after each line.
    private var isAwaited = true
    /// Prints the view once it may be printed again.
    private var printing: Task<Void, Never>?
    private var wasPressed = false
    /// Whether a line has been demanded and has not come.
    private var isAsking = false
    private var timer: Task<Void, Never>?

    /// - Parameter say: prints one line.
    init(_ title: String, _ view: ExtensionView, _ reader: LineReader, _ say: @escaping (String) -> Void) {
        self.say = say
        self.title = title
        self.view = view
        self.reader = reader
        (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
    }

    /// - Returns: false if the person has closed the view.
    /// - Throws: what ``ExtensionView/outcome()`` throws.
    func run() async throws -> Bool {
        let (view, continuation) = (view, continuation)
        let drawing = Task { for await update in view.updates { continuation.yield(.update(update)) } }
        let ending = Task {
            do {
                _ = try await view.outcome()
                continuation.yield(.end(.success(true)))
            } catch { continuation.yield(.end(.failure(error))) }
        }
        defer {
            drawing.cancel()
            ending.cancel()
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
            case .line: if took(reader.take()) { continue } else { return await close() }
            case .late: return await close()
            case .end(let result):
                if printing != nil { printNow() }
                return try result.get()
            }
        }
        return await close()
    }

    private func close() async -> Bool {
        await view.dismiss()
        return false
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
        printed.print(title, PlainView(shown.tree), say)
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
    /// - Returns: false if the view should close.
    private func took(_ line: String?) -> Bool {
        isAsking = false
        guard let line else {
            guard wasPressed else { return false }
            let continuation = continuation
            timer = Task {
                if (try? await Task.sleep(for: Self.grace)) != nil { continuation.yield(.late) }
            }
            return true
        }
        switch (printed.view ?? PlainView(shown.tree)).answer(line) {
        case .close: return false
        case .unclear(let sentence):
            say(sentence)
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
        return true
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
