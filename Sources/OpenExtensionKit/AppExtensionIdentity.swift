import AppexModel
package import AppexProtocol

/// An installed extension, as a host sees it.
///
/// Source: https://developer.apple.com/documentation/extensionfoundation/appextensionidentity
public struct AppExtensionIdentity: Sendable, Hashable, Identifiable {
    /// The bundle identifier.
    public let bundleIdentifier: String
    /// The name to display.
    public let localizedName: String
    /// The identifier of the point that the extension extends, such as `com.apple.share-services`.
    public let extensionPointIdentifier: String
    /// The version of the extension (`CFBundleShortVersionString`).
    public let version: String
    /// The bundle identifier of the containing app.
    public let containingApplicationIdentifier: String

    /// The bundle identifier.
    public var id: String { bundleIdentifier }

    /// Creates an identity from the broker's record.
    package init(_ record: ExtensionRecord) {
        bundleIdentifier = record.identifier
        localizedName = record.displayName
        extensionPointIdentifier = record.point
        version = record.version
        containingApplicationIdentifier = record.application
    }

    /// Creates an identity for the program of an app.
    package init(_ record: ApplicationRecord) {
        bundleIdentifier = record.identifier
        localizedName = record.displayName
        extensionPointIdentifier = ExtensionPoint.application.identifier.rawValue
        version = record.version
        containingApplicationIdentifier = record.identifier
    }
}
