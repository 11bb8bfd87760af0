package import Foundation
package import OpenExtensionKit

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

    /// Shows the app until the person leaves it.
    ///
    /// - Throws: ``ExtensionError`` if the app cannot be opened or ends; ``ShareInterruption``.
    package func run() async throws {
        let (host, application, url, traits) = (host, application, url, front.traits)
        let view = try await front.wait(name, "Opening \(name)…") {
            try await host.open(application: application, url: url, traits: traits)
        }
        guard let view else { return }
        _ = try await front.show(name, view)
        withExtendedLifetime(view) {}
    }
}
