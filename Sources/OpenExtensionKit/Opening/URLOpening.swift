public import Foundation

/// A URL that an extension or an app asks its host to open, with the app that declares the URL's scheme.
///
/// The host has checked that the sender may open the URL and that the user has just acted in its view. A host that opens URLs
/// passes a handler to ``ExtensionHost/present(_:to:traits:opening:sharing:)`` or ``ExtensionHost/open(application:url:traits:opening:sharing:)``.
public struct URLOpening: Sendable, Hashable {
    /// The URL. Its content is untrusted.
    public let url: URL
    /// The app to open it with, which ``ExtensionHost/open(application:url:traits:opening:sharing:)`` does.
    public let application: AppExtensionIdentity

    /// Opens a URL, or declines to.
    ///
    /// It is called on no particular thread, for one URL at a time. The sender learns whether it returned `true`. Its task is
    /// cancelled when the sender's request ends.
    public typealias Handler = @Sendable (URLOpening) async -> Bool
}
