public import Foundation

/// The two forms of a widget.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetdisplaymode
public enum NCWidgetDisplayMode: Int, Sendable {
    /// Of a fixed height, some 110 points.
    case compact
    /// As high as the widget likes, up to what the host gives.
    case expanded
}

/// What a widget has to say when it is asked for something new.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncupdateresult
public enum NCUpdateResult: UInt, Sendable {
    /// It shows something else than before: the host keeps a new picture of it.
    case newData
    case noData
    case failed
}

/// What the controller of a Today extension conforms to.
///
/// Source: https://developer.apple.com/documentation/notificationcenter/ncwidgetproviding
@MainActor
public protocol NCWidgetProviding: AnyObject {
    /// Brings the widget up to date. Called when the host likes, also while nobody looks.
    ///
    /// - Parameter completionHandler: called once, from any thread. When it is dropped without a call, the update has
    ///   failed.
    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void)

    /// The widget has another form, or is shown first. A widget that is expanded says how high it wants to be, by
    /// `preferredContentSize`.
    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize)

    /// Was asked for insets before iOS 10; is not called.
    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: UIEdgeInsets) -> UIEdgeInsets
}

extension NCWidgetProviding {
    /// Has nothing new.
    public func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        completionHandler(.noData)
    }
    public func widgetActiveDisplayModeDidChange(
        _ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize
    ) {}
    public func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: UIEdgeInsets) -> UIEdgeInsets {
        defaultMarginInsets
    }
}
