public import Foundation

/// The window of an app, whose root controller provides the content.
///
/// Source: https://developer.apple.com/documentation/uikit/uiwindow
///
/// ## Difference from Apple
/// Only the last window that was made visible is shown, and only the view of its ``rootViewController``; subviews of the window
/// itself are not.
open class UIWindow: UIView {
    /// The controller of the content. It can be replaced while the window is shown. In an extension, it is the principal
    /// controller, and setting it has no effect.
    open var rootViewController: UIViewController? {
        get { shownController ?? content }
        set {
            guard shownController == nil else { return }
            let old = content
            content = newValue
            guard let scene = old?.ownScene, let newValue, newValue !== old else { return }
            scene.replaceRoot(with: newValue)
        }
    }
    private var content: UIViewController?
    /// The principal controller of an extension, whose view this window stands for.
    weak var shownController: UIViewController?

    /// Whether this is the window that is shown.
    open var isKeyWindow: Bool { shownController != nil || UIApplication.shared.keyWindow === self }

    /// The app.
    open override var next: UIResponder? { UIApplication.shared }

    /// Makes a window of a scene, in the size of the screen.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: UIScreen.main.bounds)
    }

    /// Shows the window instead of the one before.
    open func makeKeyAndVisible() {
        isHidden = false
        UIApplication.shared.show(self)
    }

    /// Makes this the window that is shown.
    open func makeKey() { UIApplication.shared.show(self) }
}

/// The screen of the host that shows the app.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscreen
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The screen.
    public static let main = UIScreen()

    /// The size that the host offers for the app's view, in points.
    public internal(set) var bounds = CGRect.zero
    /// The number of pixels of a point.
    public var scale: CGFloat { 1 }
}
