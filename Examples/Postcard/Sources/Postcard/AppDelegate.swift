import Foundation
import PostcardStore
import UIKit

/// The containing app: it shows what was posted.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let posts = PostsViewController(style: .plain)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UINavigationController(rootViewController: posts)
        window?.makeKeyAndVisible()
        return true
    }

    /// Shows the last post for `postcard:last`, and the list for any other URL.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        posts.navigationController?.popToRootViewController(animated: false)
        if url.absoluteString == "postcard:last" { posts.showLast() }
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) { posts.reload() }
}
