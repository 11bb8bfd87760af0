import AppexModel
package import AppexProtocol
package import OpenExtensionKit
import Synchronization

/// A Today widget in the terminal, from its start until the user closes it.
@MainActor
package struct WidgetFlow {
    /// The height of a widget in its small size, in points.
    private static let compactHeight = 110.0
    /// The maximum height of an expanded widget, in points.
    private static let expandedHeight = 440.0

    private let host: ExtensionHost
    private let record: ExtensionRecord
    private let front: any ShareFront
    private let tell: (String) -> Void

    /// - Parameter host: starts the widget.
    /// - Parameter record: the widget.
    /// - Parameter front: shows it.
    /// - Parameter tell: shows one sentence about an update; it is not called for an update that has changed the widget.
    package init(
        host: ExtensionHost, record: ExtensionRecord, front: any ShareFront, tell: @escaping (String) -> Void
    ) {
        self.host = host
        self.record = record
        self.front = front
        self.tell = tell
    }

    /// Shows the widget until the user closes it. If the widget opens a URL, the app of the URL is shown instead.
    ///
    /// - Parameter isExpanded: whether the widget has its full size at first, if it supports that.
    /// - Throws: ``ExtensionError`` if the widget cannot be started or ends; ``ShareInterruption``.
    package func run(isExpanded: Bool) async throws {
        guard let next = try await show(isExpanded: isExpanded) else { return }
        front.widget = nil
        try await OpenFlow(
            host: host, application: next.application.bundleIdentifier,
            name: next.application.localizedName.tamed(), url: next.url, front: front
        ).run()
    }

    /// - Returns: the URL that the widget opens; nil if the user has closed it.
    private func show(isExpanded: Bool) async throws -> URLOpening? {
        let name = record.displayName.tamed()
        let (host, identity) = (host, AppExtensionIdentity(record))
        let next = Mutex<(opening: URLOpening?, view: ExtensionView?)>((nil, nil))
        setSize(isExpanded: isExpanded)
        let traits = front.traits
        let view = try await front.wait(name, "Starting \(name)…") {
            try await host.present(
                [], to: identity, traits: traits,
                opening: { asked in
                    let view = next.withLock { next in
                        next.opening = asked
                        return next.view
                    }
                    // The answer is sent before the widget leaves the screen.
                    Task { await view?.dismiss() }
                    return true
                })
        }
        guard let view else { return nil }
        guard view.showsView else {
            throw ExtensionError(
                .refused, "\(name) has no view; make its principal class a view controller.")
        }
        next.withLock { $0.view = view }
        defer { next.withLock { $0.view = nil } }
        do {
            try await use(view, name, isExpanded: isExpanded)
        } catch is CancellationError where next.withLock({ $0.opening != nil }) {}
        withExtendedLifetime(view) {}
        return next.withLock { $0.opening }
    }

    private func use(_ view: ExtensionView, _ name: String, isExpanded: Bool) async throws {
        var isExpanded = isExpanded
        try await update(view, name, isFirst: true)
        if view.tree[ViewTree.window]?.flag(.hasContent, default: true) == false {
            tell("\(name) has nothing to show at the moment.")
        }
        while true {
            let current = isExpanded
            let action = try await front.showWidget(name, view) { Self.actions(for: view, isExpanded: current) }
            switch action {
            case .refresh: try await update(view, name, isFirst: false)
            case .expand, .compact:
                isExpanded.toggle()
                setSize(isExpanded: isExpanded)
                view.setTraits(front.traits)
            case nil: return
            case .cancel, .done, .revert: return await view.dismiss()
            }
        }
    }

    private func setSize(isExpanded: Bool) {
        front.widget = ViewTraits.Widget(
            displayMode: isExpanded ? .expanded : .compact, compactHeight: Self.compactHeight,
            expandedHeight: Self.expandedHeight)
    }

    /// Updates the widget, which may take some seconds. A failure is reported, and the widget keeps its content.
    ///
    /// - Parameter isFirst: whether the user has not asked for it.
    private func update(_ view: ExtensionView, _ name: String, isFirst: Bool) async throws {
        do {
            let result = try await front.wait(name, "Updating \(name)…") { try await view.performUpdate() }
            switch result {
            case .noData? where !isFirst: tell("\(name) has no new content.")
            case .failed?: tell("\(name) could not update its content.")
            case .newData?, .noData?, nil: break
            }
        } catch let error as ExtensionError where error.code == .timedOut || error.code == .refused {
            // If the widget has ended, showing it reports the reason.
            if error.code == .timedOut { tell(error.message.tamed()) }
        }
    }

    private static func actions(for view: ExtensionView, isExpanded: Bool) -> [EditAction] {
        let largest = view.tree[ViewTree.window]?.choice(.largestDisplayMode, as: ViewDisplayMode.self)
        guard isExpanded || largest == .expanded else { return [.refresh] }
        return [.refresh, isExpanded ? .compact : .expand]
    }
}
