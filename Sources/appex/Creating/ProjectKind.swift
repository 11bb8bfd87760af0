/// What `appex new` can create.
enum ProjectKind: String, CaseIterable {
    case app
    case host
    case action
    case actionUI = "action-ui"
    case share
    case today
    case photo
    case page

    /// The kinds that become a target of an existing package, and an extension of its app.
    static let extensions = allCases.filter { $0.isExtension }

    var isExtension: Bool { self != .app && self != .host }

    /// Whether the extension shows a view, and is written with UIKit.
    var hasView: Bool { isExtension && self != .action && self != .page }

    /// A description for people who choose among the kinds.
    var summary: String {
        switch self {
        case .app: "a package with an app, which contains extensions"
        case .host: "a package with a program that uses extensions"
        case .action: "an extension that changes what it receives, without a view"
        case .actionUI: "an extension that changes what it receives in a view"
        case .share: "an extension that receives what a person shares, in a compose sheet"
        case .today: "a widget"
        case .photo: "an extension that edits photographs inside other apps"
        case .page: "an action on web pages, with a script that runs in the page"
        }
    }
}
