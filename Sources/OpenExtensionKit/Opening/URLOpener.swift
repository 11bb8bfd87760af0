import AppexModel
import AppexProtocol
import Foundation

/// Decides what becomes of the URLs that one extension or app asks its host to open.
struct URLOpener: Sendable {
    typealias Outcome = SessionInterface.OpenURL.Reply.Result

    /// The extension or app.
    let identity: AppExtensionIdentity
    /// Lists the installed apps.
    let administration: DeviceAdministration
    /// Opens a URL. nil if the host opens none.
    let handler: URLOpening.Handler?

    /// How long after an action of the user a URL may be opened. Starting the extension's work on the action counts too.
    static let activationLimit = Duration.seconds(10)

    /// Opens a URL.
    ///
    /// - Parameter text: the URL, which is untrusted.
    /// - Parameter useActivation: whether the user has just acted in the view. The action is used up by the call.
    func open(_ text: String, _ useActivation: () -> Bool) async -> Outcome {
        let access = ExtensionPointIdentifier(rawValue: identity.extensionPointIdentifier).map(ExtensionPoint.init)?
            .access.urls
        guard let access, access != .none else { return .notAllowed }
        guard let handler else { return .notOpened }
        guard let scheme = URLSchemes.scheme(of: text), let url = URL(string: text) else { return .invalid }
        // Before the installed apps are read, which takes time and would tell an extension on its own which ones there are.
        guard useActivation() else { return .withoutUser }
        guard let apps = try? await administration.apps(declaring: scheme) else { return .notOpened }
        let own = apps.first { $0.identifier == identity.containingApplicationIdentifier }
        if access == .containingApp, own == nil { return .notAllowed }
        // Nobody has said that an app that is not signed may take the place of one that is.
        let signed = apps.filter { !$0.signer.isEmpty }
        let others = signed.isEmpty ? apps : signed
        guard own != nil || others.count < 2 else { return .ambiguous }
        guard let app = own ?? others.first else { return .noApp }
        return await handler(URLOpening(url: url, application: AppExtensionIdentity(app))) ? .opened : .notOpened
    }
}

extension ExtensionHost {
    /// Lists the installed apps that open a URL: those whose Info.plist declares its scheme, by name. When several do, the app
    /// that contains the extension comes before the first of this list.
    ///
    /// - Throws: ``ExtensionError`` if the broker cannot be asked.
    nonisolated(nonsending) public func applications(opening url: URL) async throws -> [AppExtensionIdentity] {
        guard let scheme = URLSchemes.scheme(of: url.absoluteString) else { return [] }
        return try await administration.apps(declaring: scheme).map(AppExtensionIdentity.init)
    }
}
