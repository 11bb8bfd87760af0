import Foundation
import OpenFoundation
import OpenUIKit

/// An app that lists what it was told, written as for UIKit.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let list = ListController()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        list.add("launched with \((launchOptions?[.url] as? URL)?.absoluteString ?? "nothing")")
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = list
        window?.makeKeyAndVisible()
        return true
    }

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        list.add("opened \(url.absoluteString)")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { list.add("active") }
    func applicationWillResignActive(_ application: UIApplication) { list.add("inactive") }
    func applicationDidEnterBackground(_ application: UIApplication) { list.add("background") }
    func applicationWillEnterForeground(_ application: UIApplication) { list.add("foreground") }
}

/// What happened, in one label, and buttons.
final class ListController: UIViewController {
    private var events: [String] = []
    private let label = UILabel()

    func add(_ event: String) {
        events.append(event)
        label.text = events.joined(separator: ", ")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        label.accessibilityIdentifier = "events"
        let home = UILabel()
        home.accessibilityIdentifier = "home"
        home.text = NSHomeDirectory()
        let shared = UILabel()
        shared.accessibilityIdentifier = "group"
        shared.text =
            FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.fixtures")?.path ?? "none"
        let bundles = UILabel()
        bundles.accessibilityIdentifier = "bundles"
        // The containers of the bundles of all apps, as far as they can be seen.
        let containers = Bundle.main.bundleURL.deletingLastPathComponent().deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: containers.path)) ?? []
        bundles.text = names.sorted().joined(separator: ", ")
        let defaults = UILabel()
        defaults.accessibilityIdentifier = "defaults"
        // What an earlier process of the app, and nobody else, has set.
        defaults.text = UserDefaults.standard.string(forKey: "who") ?? "nobody"
        UserDefaults.standard.set("app", forKey: "who")
        UserDefaults.standard.register(defaults: ["registered": "app"])
        UserDefaults.standard.synchronize()
        let next = UIButton(type: .system)
        next.setTitle("Next", for: .normal)
        next.addAction(
            UIAction { _ in UIApplication.shared.keyWindow?.rootViewController = LastController() }, for: .touchUpInside
        )
        let open = UIButton(type: .system)
        open.setTitle("Open", for: .normal)
        open.addAction(
            UIAction { [weak self] _ in
                guard let url = URL(string: "fixture://again") else { return }
                UIApplication.shared.open(url) { self?.add("asked \($0)") }
            }, for: .touchUpInside)
        let crash = UIButton(type: .system)
        crash.setTitle("Crash", for: .normal)
        crash.addAction(UIAction { _ in fatalError("the app was told to crash") }, for: .touchUpInside)
        let stack = UIStackView(arrangedSubviews: [label, home, shared, bundles, defaults, next, open, crash])
        stack.axis = .vertical
        view = stack
    }
}

/// What replaces the first controller.
final class LastController: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel()
        label.text = "The last one"
        view.addSubview(label)
    }
}
