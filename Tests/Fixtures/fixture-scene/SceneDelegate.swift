import Foundation
import OpenUIKit

/// The scene's delegate of Xcode's template, with a window that is made in code.
class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = Events.shared
        self.window = window
        window.makeKeyAndVisible()
        Events.shared.add("connected \(session.configuration.name ?? "?") \(Self.text(connectionOptions.urlContexts))")
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        Events.shared.add("opened \(Self.text(URLContexts))")
    }

    func sceneDidBecomeActive(_ scene: UIScene) { Events.shared.add("active") }
    func sceneWillResignActive(_ scene: UIScene) { Events.shared.add("inactive") }
    func sceneWillEnterForeground(_ scene: UIScene) { Events.shared.add("foreground") }
    func sceneDidEnterBackground(_ scene: UIScene) {
        Events.shared.add("background \(UIApplication.shared.connectedScenes.count)")
    }

    private static func text(_ contexts: Set<UIOpenURLContext>) -> String {
        contexts.isEmpty ? "nothing" : contexts.map(\.url.absoluteString).joined(separator: " ")
    }
}

/// What happened, in one label.
final class Events: UIViewController {
    static let shared = Events()
    private var events: [String] = []
    private let label = UILabel()

    func add(_ event: String) {
        events.append(event)
        label.text = events.joined(separator: ", ")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        label.accessibilityIdentifier = "events"
        view = label
    }
}
