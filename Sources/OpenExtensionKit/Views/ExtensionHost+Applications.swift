import AppexProtocol
public import Foundation
import OpenFoundation
public import OpenViewTree

extension ExtensionHost {
    /// Opens an app and shows its view.
    ///
    /// The app is launched, or brought back if it was suspended. It runs in a process and a sandbox of its own, apart from its
    /// extensions, and is suspended when the view is dismissed or released.
    ///
    /// - Parameter application: the app's bundle identifier.
    /// - Parameter url: a URL to open with it; the app's delegate receives it.
    /// - Parameter traits: the size of the view, in points, and the user's display settings. Values out of bounds are
    ///   clamped.
    /// - Parameter opening: opens URLs for the app after the user has acted in its view; nil to open none.
    /// - Parameter sharing: shows a share sheet for items of the app, after the user has acted in its view; nil to show none.
    /// - Throws: ``ExtensionError/Code/notFound`` if the app is not installed; otherwise as
    ///   ``present(_:to:traits:opening:sharing:)``.
    /// - Cancellation: as for ``present(_:to:traits:opening:sharing:)``.
    nonisolated(nonsending) public func open(
        application: String, url: URL? = nil, traits: ViewTraits, opening: URLOpening.Handler? = nil,
        sharing: ActivitySharing.Handler? = nil
    ) async throws -> ExtensionView {
        let apps = try await administration.apps()
        guard let app = apps.first(where: { $0.identifier == application }) else {
            throw ExtensionError(.notFound, "No app \(application) is installed; `appex list` lists the apps.")
        }
        var items: [NSExtensionItem] = []
        if let url {
            let item = NSExtensionItem()
            item.userInfo = ["UIApplicationLaunchOptionsURLKey": url.absoluteString]
            items = [item]
        }
        return try await present(
            items, to: AppExtensionIdentity(app), traits: traits, opening: opening, sharing: sharing)
    }
}
