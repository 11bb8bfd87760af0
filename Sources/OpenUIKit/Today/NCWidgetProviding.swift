public import Foundation

/// The size of a widget.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetdisplaymode
public enum NCWidgetDisplayMode: Int, Sendable {
    /// A fixed height of about 110 points.
    case compact
    /// The height that the widget prefers, up to the host's maximum.
    case expanded
}

/// The outcome of a widget's update.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncupdateresult
public enum NCUpdateResult: UInt, Sendable {
    /// The content has changed, so the host takes a new snapshot.
    case newData
    /// The content has not changed.
    case noData
    /// The update has failed.
    case failed
}

/// The methods that a host calls on the principal controller of a Today extension. All are optional.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetproviding
@preconcurrency @MainActor
public protocol NCWidgetProviding: AnyObject {
    /// Updates the widget's content. Hosts call it at times of their choice, also while the widget is not visible.
    ///
    /// - Parameter completionHandler: to be called once, from any thread. If it is released without a call, the update
    ///   has failed.
    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void)

    /// Called when the widget is first shown and when its size changes. An expanded widget sets `preferredContentSize`
    /// to the height that it prefers.
    ///
    /// - Parameters:
    ///   - activeDisplayMode: the mode in which the widget is shown now.
    ///   - maxSize: the largest size in this mode, in points.
    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize)

    /// Not called; iOS called it before version 10.
    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: UIEdgeInsets) -> UIEdgeInsets
}

extension NCWidgetProviding {
    /// Reports that the content has not changed.
    public func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        completionHandler(.noData)
    }
    /// Does nothing.
    public func widgetActiveDisplayModeDidChange(
        _ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize
    ) {}
    /// Returns the proposed insets.
    public func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: UIEdgeInsets) -> UIEdgeInsets {
        defaultMarginInsets
    }
}
