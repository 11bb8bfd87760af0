/// The object that is told what happens to a scene. All methods are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscenedelegate
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
    /// Called when the scene is added to the app, which creates its window here.
    ///
    /// - Parameter connectionOptions: the URLs with which the app was opened, if there are any.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// Called when the app is opened with URLs while it runs.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    /// Never called: a scene ends with its process.
    func sceneDidDisconnect(_ scene: UIScene)
    /// Called when the scene is on screen and receives events.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// Called before the scene leaves the screen.
    func sceneWillResignActive(_ scene: UIScene)
    /// Called before the scene appears on the screen, at the launch and afterwards.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// Called when the scene has left the screen. The process is suspended soon afterwards, and may be ended without notice.
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The object that is told what happens to a scene with windows.
///
/// An app that has one names it in its Info.plist, as Xcode's template does:
/// `UIApplicationSceneManifest.UISceneConfigurations.UIWindowSceneSessionRoleApplication[0].UISceneDelegateClassName`, with the
/// module, such as `$(PRODUCT_MODULE_NAME).SceneDelegate`.
///
/// Source: https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window of the scene.
    var window: UIWindow? { get set }
}
