import Foundation
import OpenExtensionFoundation

/// The running app.
///
/// Source: https://developer.apple.com/documentation/uikit/uiapplication
///
/// ## Difference from Apple
/// In an app extension, where Apple's compiler refuses ``shared``, it is an app without a delegate and windows.
@MainActor
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

    private var hasLaunched = false
    /// The request of the host that shows the app.
    weak var request: ApplicationRequest?

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
    /// - Parameter makeDelegate: creates the app's delegate, when the app is first opened.
    public static func run(_ makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate) -> Never {
        ExtensionMain.runApplication { ApplicationRequest(makeDelegate) }
    }

    // MARK: The life cycle

    /// Launches the app, or brings it back, before it is shown.
    ///
    /// - Parameter urls: the URLs with which it was opened.
    func enter(opening urls: [URL], _ makeDelegate: () -> any UIApplicationDelegate) {
        if hasLaunched {
            delegate?.applicationWillEnterForeground(self)
        } else {
            hasLaunched = true
            let delegate = makeDelegate()
            self.delegate = delegate
            let options: [LaunchOptionsKey: Any]? = urls.first.map { [.url: $0] }
            _ = delegate.application(self, willFinishLaunchingWithOptions: options)
            _ = delegate.application(self, didFinishLaunchingWithOptions: options)
        }
        applicationState = .inactive
        for url in urls where delegate?.application(self, open: url, options: [:]) != true {
            let line = "The app does not handle the URL \(url.absoluteString).\n"
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
    }

    /// The app is on screen.
    func becomeActive() {
        guard applicationState != .active else { return }
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    /// The app leaves the screen.
    ///
    /// - Parameter hide: takes the view off the screen.
    func leave(_ hide: () -> Void) {
        if applicationState == .active {
            delegate?.applicationWillResignActive(self)
            applicationState = .inactive
        }
        hide()
        applicationState = .background
        delegate?.applicationDidEnterBackground(self)
    }

    func show(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        windows.append(window)
    }
}
