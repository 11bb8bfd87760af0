import OpenExtensionKit

/// The extension points of the share sheet.
enum SharePoints {
    static let share = ["com.apple.share-services"]
    /// The points for actions with a view and without one.
    static let actions = ["com.apple.ui-services", "com.apple.services"]
    static let widget = "com.apple.widget-extension"

    /// The name of an extension point to display.
    static func name(of point: String) -> String {
        switch point {
        case "com.apple.share-services": "Share"
        case "com.apple.ui-services", "com.apple.services": "Action"
        case widget: "Widget"
        default: point
        }
    }
}

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
