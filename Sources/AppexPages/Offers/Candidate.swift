package import OpenExtensionKit

/// An offered extension, as the page shows it.
package struct Candidate: Encodable, Sendable {
    /// The bundle identifier.
    package let id: String
    /// The name to display.
    package let name: String
    /// The extension point's identifier.
    package let point: String

    /// Whether the extension's script has to run in the page first; nil where there are no pages.
    package let script: Bool?

    /// Describes an extension.
    package init(_ identity: AppExtensionIdentity, script: Bool? = nil) {
        self.script = script
        id = identity.bundleIdentifier
        name = identity.localizedName
        point = identity.extensionPointIdentifier
    }
}
