import UIKit

/// The containing app: it shows the ledger.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let entries = EntriesViewController(style: .plain)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UINavigationController(rootViewController: entries)
        window?.makeKeyAndVisible()
        return true
    }

    // Nothing is told to an app that is suspended.
    func applicationWillEnterForeground(_ application: UIApplication) { entries.reload() }
}
