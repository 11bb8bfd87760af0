public import Foundation

/// Sets whether a widget has anything to show.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetcontroller
///
/// ## Difference from Apple
/// Only the widget itself can set it, until its process ends; its app cannot.
@preconcurrency @MainActor
public final class NCWidgetController: NSObject {
    /// Makes a controller. All controllers share one state.
    public override init() { super.init() }

    /// Returns a controller.
    public static func widgetController() -> NCWidgetController { NCWidgetController() }

    /// Sets whether the widget has content. A host leaves out a widget without content, and does not ask it for updates
    /// until it has some.
    ///
    /// - Parameters:
    ///   - flag: whether the widget has content.
    ///   - bundleID: the identifier of the widget's own bundle; others are ignored.
    public func setHasContent(_ flag: Bool, forWidgetWithBundleIdentifier bundleID: String) {
        guard bundleID == Bundle.main.bundleIdentifier ?? bundleID else { return }
        WidgetState.setHasContent(flag)
    }
}
