import AppexModel
package import OpenExtensionKit
import OpenFoundation

/// The share sheet on a terminal's screen: a title, a view and the available keys.
@MainActor
package final class ScreenFront: ShareFront {
    private let device: TerminalDevice
    private let depth: ColorDepth
    private let colors: ViewColors
    private var parser = TerminalInputParser()
    private var shown: CellCanvas?
    private var size: CellSize
    private var title = ""
    private var notice: String?
    private var view: ViewInteraction
    private var menu: RowMenu?
    private var scene: Scene?
    /// An editor's view that is shown again after a question, and is drawn behind it.
    private var paused: (source: ExtensionView, view: ViewInteraction)?
    private var ending: ViewEnding?
    /// Decodes the pictures of the view, one at a time.
    private var decoding: Task<Void, Never>?
    private var isInterrupted = false
    private var reading: Task<Void, Never>?
    private var turning: Task<Void, Never>?
    /// Counts input events, to detect a pause.
    private var inputs = 0

    /// How actions and trees of the current view are handled.
    private struct Scene {
        /// Sends an event. Returns its number, if it has one.
        let tell: @MainActor (ViewEvent, UInt32) -> UInt32?
        let close: @MainActor () -> Void
        /// What the user can do with an editor's view beside cancelling.
        var actions: @MainActor () -> [EditAction] = { [] }
        var choose: @MainActor (EditAction) -> Void = { _ in }
        var traitsChanged: @MainActor (ViewTraits) -> Void = { _ in }
        /// The extension's tree with all events applied; nil for a view of our own.
        var tree: @MainActor () -> ViewTree? = { nil }
    }

    /// Takes over the terminal.
    ///
    /// - Parameter environment: of the process; names the terminal and its colours.
    /// - Throws: ``TerminalError`` if the terminal cannot be used.
    package init(_ environment: [String: String]) throws {
        device = try TerminalDevice()
        depth = ColorDepth(environment)
        // From the terminal if it says so; most are dark.
        colors = ViewColors(isDark: !["7", "15"].contains(environment["COLORFGBG"]?.parts(at: ";").last ?? "0"))
        size = device.size
        view = ViewInteraction(ViewTree(), in: CellRect(width: 0, height: 0))
        reading = Task { [weak self] in
            guard let wakes = self?.device.wakes else { return }
            for await wake in wakes { self?.take(wake) }
        }
        turning = Task { [weak self] in
            while (try? await Task.sleep(for: .milliseconds(120))) != nil { self?.turn() }
        }
    }

    /// Restores the terminal. Has no effect the second time.
    package func leave() {
        reading?.cancel()
        turning?.cancel()
        device.leave()
    }

    // MARK: Area

    private static let widest = 88

    /// The area for views: below the title, above the line of keys, and no wider than is readable.
    private var area: CellRect {
        let hasEdges = size.height >= 8
        let width = min(size.width - (size.width >= 20 ? 2 : 0), Self.widest)
        return CellRect(
            x: (size.width - width) / 2, y: hasEdges ? 2 : 0, width: width, height: size.height - (hasEdges ? 4 : 0))
    }

    /// The sizes of the widget that is shown; nil for other views.
    package var widget: ViewTraits.Widget?

    /// The room for a view and its appearance.
    package var traits: ViewTraits {
        ViewTraits(
            width: max(1, Double(area.width) * CellLength.pointsAcross),
            height: max(1, Double(area.height) * CellLength.pointsAlong), scale: 0.5,
            colorScheme: colors.isDark ? .dark : .light, widget: widget)
    }

    // MARK: Scenes

    /// Shows a view until one of its events is an answer; see ``ShareFront/ask(_:_:_:)``.
    package func ask<Answer: Sendable>(
        _ title: String, _ tree: ViewTree,
        _ reply: @escaping @MainActor (ViewEvent, UInt32) async -> ShareReply<Answer>
    ) async throws -> Answer? {
        let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        begin(
            title, ViewInteraction(tree, in: area),
            Scene { event, node in
                tasks.append(
                    Task {
                        switch await reply(event, node) {
                        case .answer(let answer): continuation.yield(answer)
                        case .change(let operations):
                            guard !Task.isCancelled, !operations.isEmpty else { return }
                            self.view.update(operations, of: self.view.tree, handled: 0)
                            self.act()
                        }
                    })
                return nil
            } close: {
                continuation.yield(nil)
            })
        let answer = await first(of: answers)
        if isInterrupted { throw ShareInterruption() }
        return answer
    }

    /// Shows progress until the work has ended; see ``ShareFront/wait(_:_:for:)``.
    package func wait<Value: Sendable>(
        _ title: String, _ words: String, for work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
        let task = Task {
            do { continuation.yield(.success(try await work())) } catch { continuation.yield(.failure(error)) }
        }
        let tree = paused == nil ? ViewTree.waiting(words) : .question(words, nil, ["Cancel"])
        begin(
            title, ViewInteraction(tree, in: area),
            Scene { event, _ in
                if event == .activate { continuation.yield(nil) }
                return nil
            } close: {
                continuation.yield(nil)
            })
        guard let result = await first(of: results) else {
            task.cancel()
            await task.value
            if isInterrupted { throw ShareInterruption() }
            return nil
        }
        return try result.get()
    }

    /// Shows an extension's view until it has completed; see ``ShareFront/show(_:_:)``.
    package func show(_ title: String, _ view: ExtensionView) async throws -> Bool {
        guard try await use(title, view, { [] }) != nil else { return true }
        await view.dismiss()
        if isInterrupted { throw ShareInterruption() }
        return false
    }

    /// Shows an editor's view until the user ends editing; see ``ShareFront/edit(_:_:canRevert:)``.
    package func edit(_ title: String, _ view: ExtensionView, canRevert: Bool) async throws -> EditAction? {
        try await useAgain(title, view) { canRevert ? [.done, .revert] : [.done] }
    }

    /// Shows a widget until the user does something with it; see ``ShareFront/showWidget(_:_:_:)``.
    package func showWidget(
        _ title: String, _ view: ExtensionView, _ actions: @escaping @MainActor () -> [EditAction]
    ) async throws -> EditAction? {
        try await useAgain(title, view, actions)
    }

    /// Shows a view, which can then be shown again as the user has left it.
    private func useAgain(
        _ title: String, _ view: ExtensionView, _ actions: @escaping @MainActor () -> [EditAction]
    ) async throws -> EditAction? {
        let action = try await use(title, view, actions)
        if isInterrupted { throw ShareInterruption() }
        paused = (view, self.view)
        return action
    }

    /// Shows an extension's view until it has completed or the user ends it.
    ///
    /// - Parameter actions: what the user can do beside cancelling.
    /// - Returns: what the user does; nil if the extension has completed.
    private func use(
        _ title: String, _ view: ExtensionView, _ actions: @escaping @MainActor () -> [EditAction]
    ) async throws -> EditAction? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<EditAction?, any Error>?.self)
        if drawsPictures { ProcessDecoder.current.prepare() }
        let resumed = paused?.source === view ? paused?.view : nil
        // The screen may have been resized in the meantime.
        view.setTraits(traits)
        let scene = Scene { event, node in
            view.send(event, to: node)
        } close: {
            continuation.yield(.success(.cancel))
        } actions: {
            actions()
        } choose: {
            continuation.yield(.success($0))
        } traitsChanged: {
            view.setTraits($0)
        } tree: {
            view.tree
        }
        begin(title, resumed ?? ViewInteraction(.waiting("Waiting for \(title)…"), in: area), scene)
        let drawing = Task {
            var isFirst = resumed == nil
            for await update in view.updates {
                show(update, of: view, isFirst: isFirst)
                isFirst = false
            }
        }
        defer { drawing.cancel() }
        let ending = ending.flatMap { $0.isOf(view) ? $0 : nil } ?? ViewEnding(of: view)
        self.ending = ending
        ending.observe { continuation.yield($0.map { nil }) }
        return try await first(of: results)?.get()
    }

    private func show(_ update: ViewUpdate, of source: ExtensionView, isFirst: Bool) {
        if isFirst {
            // Input for the previous view does not apply to this one.
            view = ViewInteraction(update.tree, in: area)
        } else {
            view.update(update.isWhole ? nil : update.operations, of: update.tree, handled: update.handled)
        }
        if menu?.stands(in: view.tree) == false { menu = nil }
        loadPictures(from: source)
        view.isResponding = update.isResponding
        notice = update.isResponding ? nil : "The extension does not respond; Esc closes it."
        act()
        if isFirst { source.presented() }
    }

    /// Decodes new pictures while the view is used, one at a time, and skips those that are no longer shown.
    private func loadPictures(from source: ExtensionView) {
        guard decoding == nil else { return }
        decoding = Task {
            while !Task.isCancelled, let (id, image) = nextPicture(of: source) {
                let picture = drawsPictures ? await TerminalPicture.decoded(image) : TerminalPicture(undecoded: image)
                // The number may belong to another picture by now.
                guard !Task.isCancelled, source.image(id) == image else { continue }
                view.images.add(picture, id)
                view.resize(to: area)
                draw()
            }
            if !Task.isCancelled { decoding = nil }
        }
    }

    /// A picture that is shown and not decoded.
    private func nextPicture(of source: ExtensionView) -> (UInt32, ViewImage)? {
        for node in view.tree.nodes.values {
            guard let id = node.image(.image), !view.images.has(id), let image = source.image(id) else { continue }
            return (id, image)
        }
        return nil
    }

    /// Begins a scene. A question is asked over the view of an editor, which any other scene replaces.
    private func begin(_ title: String, _ view: ViewInteraction, _ scene: Scene) {
        self.title = title
        self.scene = scene
        notice = nil
        menu = nil
        decoding?.cancel()
        decoding = nil
        if view.tree.children(of: ViewTree.window).first?.kind != .alert { paused = nil }
        self.view = view
        act()
        if isInterrupted { scene.close() }
    }

    /// The answer to a scene; nil if it was closed.
    private func first<Value: Sendable>(of values: AsyncStream<Value?>) async -> Value? {
        defer { scene = nil }
        for await value in values { return value }
        return nil
    }

    // MARK: Events

    private func take(_ wake: TerminalDevice.Wake) {
        switch wake {
        case .resized:
            resize(to: device.resized())
        case .input:
            guard let bytes = device.read() else { return interrupt() }
            inputs += 1
            for input in parser.parse(bytes) { handle(input) }
            if let pause = parser.pause { flush(inputs, after: pause) }
        }
        act()
    }

    /// The content of the screen is unknown after this.
    private func resize(to size: CellSize) {
        self.size = size
        shown = nil
        view.resize(to: area)
        menu?.view.resize(to: area)
        paused?.view.resize(to: area)
        scene?.traitsChanged(traits)
    }

    /// Handles an Escape key, which is one if nothing follows it.
    private func flush(_ number: Int, after pause: Duration) {
        Task {
            try? await Task.sleep(for: pause)
            guard inputs == number else { return }
            for input in parser.flush() { handle(input) }
            act()
        }
    }

    private func handle(_ input: TerminalInput) {
        switch input {
        case .key(.control("c")): interrupt()
        case .key(.control("l")): shown = nil
        case .key(.control("z")):
            device.suspend()
            resize(to: device.size)
        default:
            if menu != nil {
                menu?.view.handle(input)
            } else if let action = scene?.actions().first(where: { input == .key($0.key) }) {
                view.endGesture(.cancelled)
                scene?.choose(action)
            } else {
                view.handle(input)
            }
        }
    }

    private func interrupt() {
        isInterrupted = true
        scene?.close()
    }

    /// Sends the person's actions and draws the result.
    private func act() {
        for effect in menu?.view.takeEffects() ?? [] { choose(effect) }
        for effect in view.takeEffects() {
            switch effect {
            case .tell(let event, let node):
                let number = scene?.tell(event, node)
                view.told(event, node, number: number)
                if number == nil, let tree = scene?.tree() { view.takeBack(event, node, to: tree) }
            case .close: scene?.close()
            case .askRowAction(let row):
                menu = view.tree[row].map { RowMenu(of: $0, in: view.tree, area) }
            }
        }
        draw()
    }

    /// Handles the choice of a row action.
    private func choose(_ effect: ViewInteraction.Effect) {
        guard let row = menu?.row else { return }
        switch effect {
        case .tell(.activate, let node):
            menu = nil
            guard let action = ViewTree.choice(of: node, among: row.list(.rowActions).count) else { break }
            _ = scene?.tell(.rowAction(action), row.id)
        case .tell(.close, _), .close: menu = nil
        case .tell, .askRowAction: break
        }
    }

    private func turn() {
        guard view.tree.nodes.values.contains(where: { $0.kind == .activity && $0.flag(.isAnimating, default: true) })
        else { return }
        view.attention.turn += 1
        draw()
    }

    // MARK: Drawing

    /// Whether the terminal has enough colours for pictures.
    private var drawsPictures: Bool { depth == .full || depth == .palette }

    private func draw() {
        var canvas = CellCanvas(size)
        if let paused {
            paused.view.draw(on: &canvas, colors, drawsPictures: drawsPictures)
            canvas.restyle(canvas.bounds) { $0.attributes.insert(.dim) }
            canvas.cursor = nil
        }
        view.draw(on: &canvas, colors, drawsPictures: drawsPictures)
        if let menu {
            canvas.restyle(canvas.bounds) { $0.attributes.insert(.dim) }
            canvas.cursor = nil
            menu.view.draw(on: &canvas, colors, drawsPictures: false)
        }
        if area.y > 0 { drawEdges(&canvas) }
        let changes = canvas.changes(from: shown, depth)
        shown = canvas
        if !changes.isEmpty { device.write(changes) }
    }

    private func drawEdges(_ canvas: inout CellCanvas) {
        let line = CellRect(x: area.x, y: 0, width: area.width, height: 1)
        canvas.put(title, line.x, 0, CellStyle(ViewColors.tint, .bold), in: line)
        let keys = notice ?? menu?.view.keys() ?? view.keys(scene?.actions() ?? [])
        let last = CellRect(x: area.x, y: size.height - 1, width: area.width, height: 1)
        canvas.put(
            keys, last.x, last.y, notice == nil ? CellStyle(.standard, .dim) : CellStyle(.palette(3), .bold), in: last)
    }
}
