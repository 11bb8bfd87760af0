import Foundation
import OpenExtensionFoundation

/// The running app.
///
/// Source: https://developer.apple.com/documentation/uikit/uiapplication
///
/// ## Difference from Apple
/// In an app extension, where Apple's compiler refuses ``shared``, it is an app without a delegate and windows.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The app of this process.
    public static let shared = UIApplication()

    /// The app's delegate; `nil` before the launch, and in an extension.
    open var delegate: (any UIApplicationDelegate)?
    /// Whether the app is on screen.
    public private(set) var applicationState = State.background
    /// The windows of the app, the visible one last.
    public private(set) var windows: [UIWindow] = []
    /// The window that is shown.
    open var keyWindow: UIWindow? { windows.last }
    /// The delegate, if it is a responder.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// The scenes of the app: none or one.
    public var connectedScenes: Set<UIScene> { scene.map { [$0] } ?? [] }

    private var hasLaunched = false
    /// The scene of an app that has one, from its launch on.
    private var scene: UIWindowScene?
    /// Creates the delegate of the scene; nil for an app without scenes.
    var makeSceneDelegate: (@MainActor () -> any UIWindowSceneDelegate)?
    /// The request of the host that shows the app.
    weak var request: ApplicationRequest?
    /// The last request with a view, in an extension.
    weak var extensionContext: NSExtensionContext?
    /// The controller of that request.
    weak var principal: UIViewController?

    /// What an app is doing.
    public enum State: Int, Sendable {
        /// On screen, receiving events.
        case active
        /// On screen or about to be, without receiving events.
        case inactive
        /// Not on screen.
        case background
    }

    /// The keys of an app's launch options.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The URL with which the app was opened.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    }

    /// The keys of the options with which a URL is opened. None is set yet.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Runs an app until its process ends. The plug-in `ExtensionEntryPoint` generates the call.
    ///
    /// - Parameter makeSceneDelegate: creates the delegate of the app's scene; nil for an app without scenes.
    /// - Parameter makeDelegate: creates the app's delegate, when the app is first opened.
    public static func run(
        scene makeSceneDelegate: (@MainActor () -> any UIWindowSceneDelegate)? = nil,
        _ makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate
    ) -> Never {
        ExtensionMain.runApplication {
            shared.makeSceneDelegate = makeSceneDelegate
            return ApplicationRequest(makeDelegate)
        }
    }

    // MARK: Opening URLs

    /// Opens a URL with the app that declares its scheme.
    ///
    /// In an extension, this object is the last one in the responder chain. It opens URLs as
    /// `NSExtensionContext.open(_:completionHandler:)` does: only for extension points that may open them. For other points the
    /// URL is refused, and a line is written to the extension's log.
    ///
    /// - Parameter options: ignored.
    /// - Parameter completion: called once, on the main actor, with whether the URL was opened.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
    ///
    /// ## Difference from Apple
    /// The URL is opened only if the user has acted in the app's view within the last 10 seconds, and one for each action.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        guard let context = request?.context ?? extensionContext else {
            Self.log(
                "The URL \(url.absoluteString.prefix(200)) was not opened: "
                    + (hasLaunched ? "the app is not on screen." : "the extension has no request with a view."))
            return DispatchQueue.main.async { MainActor.assumeIsolated { completion?(false) } }
        }
        context.open(url) { isOpen in
            DispatchQueue.main.async { MainActor.assumeIsolated { completion?(isOpen) } }
        }
    }

    /// Opens a URL, as ``open(_:options:completionHandler:)`` does.
    ///
    /// - Returns: whether the URL was opened.
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await withCheckedContinuation { continuation in
            open(url, options: options) { continuation.resume(returning: $0) }
        }
    }

    /// Refuses to open a URL, as Apple's systems do for this method since iOS 18, and writes a line to the log.
    ///
    /// `perform(_:with:)` with the selector `openURL:` calls ``open(_:options:completionHandler:)`` instead.
    ///
    /// - Returns: `false`.
    @available(*, deprecated, renamed: "open(_:options:completionHandler:)")
    @discardableResult
    open func openURL(_ url: URL) -> Bool {
        Self.log("The URL \(url.absoluteString.prefix(200)) was not opened: openURL(_:) opens none; use open(_:).")
        return false
    }

    /// The keys of the options of ``open(_:options:completionHandler:)``. No option is supported yet.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    // MARK: Selectors

    /// Calls a method of an object, as a control does that was pressed.
    ///
    /// - Parameters:
    ///   - action: the name of the method, which has to be registered; see `ObjectiveCMembers`.
    ///   - target: the object; `nil` for the first one that has the method: from the view with the keyboard focus upwards in the
    ///     responder chain, then from the sender.
    ///   - sender: the first argument.
    ///   - event: the second argument.
    /// - Returns: whether there is such a method.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiapplication/sendaction(_:to:from:for:)
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        guard let target = target ?? responder(to: action, from: sender) else { return false }
        let object = target as AnyObject
        ObjectiveCMembers.send(action, to: object, [sender, event])
        return ObjectiveCMembers.responds(object, to: action)
    }

    private func responder(to action: Selector, from sender: Any?) -> Any? {
        let start: UIResponder? =
            switch sender {
            case let item as UIBarButtonItem: item.controller
            case let recognizer as UIGestureRecognizer: recognizer.view
            default: sender as? UIResponder
            }
        let root = keyWindow?.rootViewController ?? principal
        let scene = (start as? UIView)?.scene ?? (start as? UIViewController)?.scene ?? root?.scene
        return scene?.firstResponder?.target(forAction: action, withSender: sender)
            ?? (start ?? root ?? self).target(forAction: action, withSender: sender)
    }

    private static func log(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    // MARK: The life cycle

    /// Launches the app, or brings it back, before it is shown.
    ///
    /// - Parameter urls: the URLs with which it was opened.
    func enter(opening urls: [URL], _ makeDelegate: () -> any UIApplicationDelegate) {
        let isLaunch = !hasLaunched
        if isLaunch { launch(opening: urls, makeDelegate()) }
        applicationState = .inactive
        if let scene {
            scene.activationState = .foregroundInactive
            scene.delegate?.sceneWillEnterForeground(scene)
            // At a launch they were in the options of the connection.
            if !isLaunch, !urls.isEmpty {
                scene.delegate?.scene(scene, openURLContexts: Set(urls.map(UIOpenURLContext.init)))
            }
            return
        }
        if !isLaunch { delegate?.applicationWillEnterForeground(self) }
        for url in urls where delegate?.application(self, open: url, options: [:]) != true {
            Self.log("The app does not handle the URL \(url.absoluteString.prefix(200)).")
        }
    }

    private func launch(opening urls: [URL], _ delegate: any UIApplicationDelegate) {
        hasLaunched = true
        self.delegate = delegate
        let options: [LaunchOptionsKey: Any]? = makeSceneDelegate == nil ? urls.first.map { [.url: $0] } : nil
        _ = delegate.application(self, willFinishLaunchingWithOptions: options)
        _ = delegate.application(self, didFinishLaunchingWithOptions: options)
        guard let makeSceneDelegate else { return }
        let session = UISceneSession(.windowApplication)
        let connection = UIScene.ConnectionOptions(urls)
        session.configuration = delegate.application(self, configurationForConnecting: session, options: connection)
        let scene = UIWindowScene(session)
        self.scene = scene
        scene.delegate = makeSceneDelegate()
        scene.delegate?.scene(scene, willConnectTo: session, options: connection)
    }

    /// The app is on screen.
    func becomeActive() {
        guard applicationState != .active else { return }
        applicationState = .active
        guard let scene else {
            delegate?.applicationDidBecomeActive(self)
            return
        }
        scene.activationState = .foregroundActive
        scene.delegate?.sceneDidBecomeActive(scene)
    }

    /// The app leaves the screen.
    ///
    /// - Parameter hide: takes the view off the screen.
    func leave(_ hide: () -> Void) {
        if applicationState == .active {
            if let scene {
                scene.delegate?.sceneWillResignActive(scene)
                scene.activationState = .foregroundInactive
            } else {
                delegate?.applicationWillResignActive(self)
            }
            applicationState = .inactive
        }
        hide()
        applicationState = .background
        guard let scene else {
            delegate?.applicationDidEnterBackground(self)
            return
        }
        scene.activationState = .background
        scene.delegate?.sceneDidEnterBackground(scene)
    }

    /// The window whose root controller this is.
    func window(of controller: UIViewController) -> UIWindow? { windows.first { $0.rootViewController === controller } }

    func show(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        windows.append(window)
    }
}
