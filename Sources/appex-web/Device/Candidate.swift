import OpenExtensionKit

/// An offered extension, as the page shows it.
struct Candidate: Encodable, Sendable {
    let id: String
    let name: String
    let point: String

    init(_ identity: AppExtensionIdentity) {
        id = identity.bundleIdentifier
        name = identity.localizedName
        point = identity.extensionPointIdentifier
    }
}
