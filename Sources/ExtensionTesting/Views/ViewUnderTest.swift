public import OpenExtensionKit

/// An extension's view that a test operates as a user would. Nothing sleeps: each action waits until the extension
/// has handled it or its view has left the screen.
///
/// ```swift
/// let view = try await device.present([photo], to: "org.example.Darkroom.Adjust")
/// try await view.slide(.label("Brightness"), to: 0.5)
/// try await view.tap(.button("Done"))
/// let returned = try await view.outcome()
/// ```
///
/// When an expectation is not met, a ``ViewTestError`` shows the whole view as text.
public final class ViewUnderTest: Sendable {
    /// The view as hosts see it.
    public let view: ExtensionView
    private let patience: Duration

    /// Waits for the first tree and tells the extension that it has been drawn.
    ///
    /// - Parameters:
    ///   - view: the view of a request.
    ///   - patience: how long each action may take.
    /// - Throws: ``ViewTestError/neverCame(_:_:)`` if no tree comes in time.
    public init(_ view: ExtensionView, patience: Duration = .seconds(10)) async throws {
        self.view = view
        self.patience = patience
        guard view.showsView else { return }
        _ = try await wait("the first tree") { $0 }
        view.presented()
    }

    /// The current tree. `print(view.tree)` prints it as text.
    public var tree: ViewTree { view.tree }

    /// Waits for the node that matches a query.
    ///
    /// - Throws: ``ViewTestError/notFound(_:_:)``, ``ViewTestError/ambiguous(_:count:_:)``.
    @discardableResult
    public func find(_ query: ViewQuery) async throws -> ViewNode {
        let found = try await first { tree in
            let found = tree.nodes.values.filter(query.matches)
            return found.isEmpty ? nil : found
        }
        guard let found else { throw ViewTestError.notFound(query, tree) }
        guard found.count == 1 else { throw ViewTestError.ambiguous(query, count: found.count, tree) }
        return found[0]
    }

    /// Waits until the tree meets a condition.
    ///
    /// - Parameter what: what the test waits for, in words for the error.
    /// - Parameter condition: returns nil until the condition is met.
    /// - Throws: ``ViewTestError/neverCame(_:_:)``.
    public func wait<Value: Sendable>(
        _ what: String, until condition: @escaping @Sendable (ViewTree) -> Value?
    ) async throws -> Value {
        guard let value = try await first(condition) else { throw ViewTestError.neverCame(what, tree) }
        return value
    }

    /// Presses a button, row, bar button or alert action.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func tap(_ query: ViewQuery) async throws { try await send(.activate, to: query) }

    /// Replaces the text of a field.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func type(_ text: String, into query: ViewQuery = .textField) async throws {
        try await send(.focus(true), to: query)
        let end = UInt32(clamping: text.utf16.count)
        try await send(.edit(text: text, selectionStart: end, selectionEnd: end), to: query)
    }

    /// Presses Return in a field.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func submit(_ query: ViewQuery = .textField) async throws { try await send(.submit, to: query) }

    /// Moves a slider or stepper to a value and releases it.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func slide(_ query: ViewQuery = .slider, to value: Double) async throws {
        try await send(.setNumber(value, isFinal: true), to: query)
    }

    /// Switches a toggle on or off.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func set(_ query: ViewQuery = .toggle, to isOn: Bool) async throws {
        try await send(.setFlag(isOn), to: query)
    }

    /// Selects a segment by its index, from 0.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func select(_ index: Int, of query: ViewQuery = .segmented) async throws {
        try await send(.select(UInt32(clamping: index)), to: query)
    }

    /// Sends any event to a node.
    ///
    /// - Throws: what ``find(_:)`` throws, ``ViewTestError/notPossible(_:_:_:)``, ``ViewTestError/notHandled(_:_:_:)``.
    public func send(_ event: ViewEvent, to query: ViewQuery) async throws {
        let node = try await find(query)
        guard let number = view.send(event, to: node.id) else { throw ViewTestError.notPossible(event, query, tree) }
        let isHandled = try await race { [view] in
            for await update in view.updates where update.handled >= number { return true }
            // The view has left the screen, which may be the purpose of a button.
            return Task.isCancelled ? nil : true
        }
        guard isHandled != nil else { throw ViewTestError.notHandled(event, query, tree) }
    }

    /// Closes the view as a user does with the host's own controls.
    public func dismiss() async { await view.dismiss() }

    /// What the extension returns; see `ExtensionView.outcome()`.
    ///
    /// - Throws: `ExtensionError` if the extension cancels or fails.
    nonisolated(nonsending) public func outcome() async throws -> [NSExtensionItem] { try await view.outcome() }

    /// The first value that a condition returns; nil if it returns no value in time or the view is gone.
    private func first<Value: Sendable>(_ condition: @escaping @Sendable (ViewTree) -> Value?) async throws -> Value? {
        try await race { [view] in
            for await update in view.updates {
                if let value = condition(update.tree) { return value }
            }
            return nil
        }
    }

    /// The result of `body`, which is cancelled if it takes too long.
    private func race<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { [patience] group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}

extension TestDevice {
    /// Hands items to an extension, as a host of its own, and shows its view.
    ///
    /// - Throws: what `ExtensionHost.present(_:to:traits:opening:sharing:)` throws; ``ViewTestError/neverCame(_:_:)``.
    nonisolated(nonsending) public func present(
        _ items: [NSExtensionItem], to bundleIdentifier: String,
        traits: ViewTraits = ViewTraits(width: 390, height: 700)
    ) async throws -> ViewUnderTest {
        let host = host()
        let identity = try await host.extension(bundleIdentifier)
        return try await ViewUnderTest(host.present(items, to: identity, traits: traits))
    }
}
