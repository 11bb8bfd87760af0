public import Foundation

/// Says whether a widget has anything to show.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetcontroller
///
/// ## Difference from Apple
/// A widget can say it of itself, for as long as its process lives; its app cannot.
@MainActor
public final class NCWidgetController: NSObject {
    public override init() { super.init() }

    /// A widget without content is left out by its host, and is not asked for updates, until it has some.
    ///
    /// - Parameter bundleID: the widget's own; another one changes nothing.
    public func setHasContent(_ flag: Bool, forWidgetWithBundleIdentifier bundleID: String) {
        guard bundleID == Bundle.main.bundleIdentifier ?? bundleID else { return }
        WidgetState.setHasContent(flag)
    }
}
