package import AppexProtocol

/// An installed extension, as a host finds it.
///
/// Source: https://developer.apple.com/documentation/extensionfoundation/appextensionidentity
public struct AppExtensionIdentity: Sendable, Hashable, Identifiable {
    /// The bundle identifier.
    public let bundleIdentifier: String
    /// The name to show to people.
    public let localizedName: String
    /// The point that the extension extends.
    public let extensionPointIdentifier: String
    /// The version of the extension.
    public let version: String
    /// The bundle identifier of the containing app.
    public let containingApplicationIdentifier: String

    public var id: String { bundleIdentifier }

    package init(_ record: ExtensionRecord) {
        bundleIdentifier = record.identifier
        localizedName = record.displayName
        extensionPointIdentifier = record.point
        version = record.version
        containingApplicationIdentifier = record.application
    }
}
