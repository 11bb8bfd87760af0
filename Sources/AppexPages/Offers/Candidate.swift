package import OpenExtensionKit

/// An offered extension, as the page shows it.
package struct Candidate: Encodable, Sendable {
    /// The bundle identifier.
    package let id: String
    /// The name to display.
    package let name: String
    /// The extension point's identifier.
    package let point: String

    /// Describes an extension.
    package init(_ identity: AppExtensionIdentity) {
        id = identity.bundleIdentifier
        name = identity.localizedName
        point = identity.extensionPointIdentifier
    }
}
