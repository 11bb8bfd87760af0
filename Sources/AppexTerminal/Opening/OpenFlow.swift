import AppexModel
package import Foundation
package import OpenExtensionKit
import Synchronization

/// An app in the terminal, from opening to leaving it.
@MainActor
package struct OpenFlow {
    private let host: ExtensionHost
    private let application: String
    private let name: String
    private let url: URL?
    private let front: any ShareFront

    /// - Parameter host: opens the app.
    /// - Parameter application: the app's identifier.
    /// - Parameter name: the app's name, which is safe to print.
    /// - Parameter url: a URL to open with the app.
    /// - Parameter front: shows the app.
    package init(host: ExtensionHost, application: String, name: String, url: URL?, front: any ShareFront) {
        self.host = host
        self.application = application
        self.name = name
        self.url = url
        self.front = front
    }

    /// Shows the app until the person leaves it. If the app opens a URL, the app of the URL is shown instead.
    ///
    /// - Throws: ``ExtensionError`` if the app cannot be opened or ends; ``ShareInterruption``.
    package func run() async throws {
        var next: URLOpening?
        repeat {
            next = try await show(next)
        } while next != nil
    }

    /// Shows one app.
    ///
    /// - Parameter opening: the app and the URL to open it with; nil for those of the flow.
    /// - Returns: the URL that the app opened; nil if the person has left it.
    private func show(_ opening: URLOpening?) async throws -> URLOpening? {
        let application = opening?.application.bundleIdentifier ?? application
        let name = opening.map { $0.application.localizedName.tamed() } ?? name
        let (host, url, traits) = (host, opening?.url ?? url, front.traits)
        let next = Mutex<(opening: URLOpening?, view: ExtensionView?)>((nil, nil))
        let view = try await front.wait(name, "Opening \(name)…") {
            try await host.open(application: application, url: url, traits: traits) { asked in
                let view = next.withLock { next in
                    next.opening = asked
                    return next.view
                }
                // The answer is sent before the app leaves the screen.
                Task { await view?.dismiss() }
                return true
            }
        }
        guard let view else { return nil }
        next.withLock { $0.view = view }
        defer { next.withLock { $0.view = nil } }
        do {
            _ = try await front.show(name, view)
        } catch is CancellationError where next.withLock({ $0.opening != nil }) {}
        withExtendedLifetime(view) {}
        return next.withLock { $0.opening }
    }
}
