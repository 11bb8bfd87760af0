import UIKit

/// The containing app, which is never opened.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {}
