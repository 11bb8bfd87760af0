import Foundation
import League
import UIKit

/// The containing app: it lists the games of the season.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let season = SeasonViewController(style: .plain)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UINavigationController(rootViewController: season)
        window?.makeKeyAndVisible()
        return true
    }

    /// Shows a game, as the widget asks for by a URL such as `scoreboard://round/3/game/1`.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        guard let place = GamePlace(url) else { return false }
        season.show(place)
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) { season.reload() }
}
