import AppexModel

/// A small app that contains extensions, in place of an app that is not ported.
enum PlaceholderApp {
    /// The entries of an app's Info.plist that say which app it is and what it opens.
    private static let kept: Set<String> = [
        "CFBundleDevelopmentRegion", "CFBundleDisplayName", "CFBundleIdentifier", "CFBundleName", "CFBundlePackageType",
        "CFBundleShortVersionString", "CFBundleVersion", "CFBundleURLTypes", "CFBundleDocumentTypes",
        "LSApplicationQueriesSchemes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]

    /// The entries for the small app.
    static func entries(_ entries: [String: PropertyListValue]) -> [String: PropertyListValue] {
        var result = entries.filter { kept.contains($0.key) }
        // An app with a launch screen is on the home screen.
        result["UILaunchScreen"] = .dictionary([:])
        return result
    }

    /// The source of the app.
    static let source = """
        import UIKit

        /// An app that only contains extensions. "appex port" wrote it in place of the app of the Xcode project.
        @main
        final class AppDelegate: UIResponder, UIApplicationDelegate {
            var window: UIWindow?

            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                window = UIWindow(frame: UIScreen.main.bounds)
                window?.rootViewController = UINavigationController(rootViewController: MainViewController())
                window?.makeKeyAndVisible()
                return true
            }
        }

        /// The view that says what the app is for.
        final class MainViewController: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                title = Bundle.main.object(forInfoDictionaryKey: "CFBundleName") as? String
                view.backgroundColor = .systemBackground
                let label = UILabel()
                label.text = "This app contains app extensions, which other apps offer."
                label.numberOfLines = 0
                label.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(label)
                let margins = view.layoutMarginsGuide
                NSLayoutConstraint.activate([
                    label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                    label.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                    label.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
                ])
            }
        }

        """
}
