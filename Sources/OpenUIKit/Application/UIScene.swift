public import Foundation

/// One showing of an app's interface. An app has one here.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscene
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The session of the scene.
    public let session: UISceneSession
    /// The object that is told what happens to the scene.
    open var delegate: (any UISceneDelegate)?
    /// Whether the scene is on screen.
    public internal(set) var activationState = ActivationState.unattached
    /// A title for the scene. It is not shown.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var title: String!

    init(_ session: UISceneSession) { self.session = session }

    /// What a scene is doing.
    public enum ActivationState: Int, Sendable {
        /// It has not been connected.
        case unattached = -1
        /// It is on screen and receives events.
        case foregroundActive
        /// It is on screen or about to be, without receiving events.
        case foregroundInactive
        /// It is not on screen.
        case background
    }

    /// With what a scene is connected.
    @preconcurrency @MainActor
    public final class ConnectionOptions: NSObject {
        /// The URLs with which the app was opened.
        public let urlContexts: Set<UIOpenURLContext>

        init(_ urls: [URL]) { urlContexts = Set(urls.map(UIOpenURLContext.init)) }
    }

    /// The app.
    open override var next: UIResponder? { UIApplication.shared }
}

/// A scene with windows.
///
/// Source: https://developer.apple.com/documentation/uikit/uiwindowscene
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The windows of the scene.
    public var windows: [UIWindow] { UIApplication.shared.windows }
    /// The window that is shown.
    public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
    /// The screen that shows the scene.
    public var screen: UIScreen { .main }
}

/// A URL with which a scene is opened.
///
/// Source: https://developer.apple.com/documentation/uikit/uiopenurlcontext
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
    /// The URL. Any app can open any URL.
    public let url: URL

    init(_ url: URL) { self.url = url }
}

/// What the system remembers of a scene.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscenesession
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
    /// What the scene is for.
    public let role: Role
    /// The configuration with which the scene is connected.
    public internal(set) var configuration: UISceneConfiguration
    /// An identifier, which is different after each launch of the app.
    public let persistentIdentifier = UUID().uuidString

    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The text of the role, as in an Info.plist.
        public let rawValue: String
        /// Makes a role.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The interface of the app.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    init(_ role: Role) {
        self.role = role
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
    }
}

/// How a scene is made.
///
/// Source: https://developer.apple.com/documentation/uikit/uisceneconfiguration
///
/// ## Difference from Apple
/// The class of the scene's delegate is the one that the Info.plist of the app names. It cannot be changed here.
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
    /// The name in the Info.plist.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role

    /// Makes a configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}
