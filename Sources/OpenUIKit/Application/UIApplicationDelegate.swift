public import Foundation

/// The object that an app is told its life cycle through. All methods are optional.
///
/// An app's delegate is its entry point:
///
/// ```swift
/// @main
/// class AppDelegate: UIResponder, UIApplicationDelegate {
///     var window: UIWindow?
///
///     func application(
///         _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///     ) -> Bool {
///         window = UIWindow(frame: UIScreen.main.bounds)
///         window?.rootViewController = ListController()
///         window?.makeKeyAndVisible()
///         return true
///     }
/// }
/// ```
///
/// The target uses the plug-in `ExtensionEntryPoint`, which generates the method `main()` of the class with `@main`.
///
/// Source: https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    /// The window of the app.
    var window: UIWindow? { get set }

    /// Called first, before the app is shown.
    ///
    /// - Parameter launchOptions: the URL with which the app was opened, if there is one.
    /// - Returns: ignored.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called when the app is about to be shown. An app without a scene creates its window here.
    ///
    /// - Parameter launchOptions: the URL with which the app was opened, if there is one.
    /// - Returns: ignored.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called when the app is opened with a URL, at its launch or while it runs.
    ///
    /// - Returns: whether the app handles the URL.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool

    /// Called before a scene is connected, in an app with scenes.
    ///
    /// - Returns: the configuration of the session.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Never called: a scene ends with its process.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

    /// Called when the app is on screen and receives events. Not called in an app with scenes, whose delegate is; nor are the
    /// next three.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// Called before the app leaves the screen.
    func applicationWillResignActive(_ application: UIApplication)
    /// Called when the app has left the screen. The process is suspended soon afterwards, and may be ended without notice.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// Called before a running app returns to the screen.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Called when memory is low.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
}

extension UIApplicationDelegate {
    /// `nil`, for a delegate that keeps its window elsewhere. Setting it has no effect.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Does nothing and returns `true`.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Does nothing and returns `true`.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Returns the configuration that the session has.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }

    /// Does nothing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}

    /// Does not handle the URL.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
}
