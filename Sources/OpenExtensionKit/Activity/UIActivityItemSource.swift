/// Provides a shared item once it is known which activity will receive it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityitemsource
@MainActor
public protocol UIActivityItemSource: AnyObject {
    /// An object of the same type as the item. It determines which activities are offered; its content is ignored.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any

    /// The item itself, requested after the user has chosen an activity.
    ///
    /// - Parameter activityType: the type of the chosen activity.
    /// - Returns: nil to share nothing with this activity.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?

    /// A subject line for the items, which becomes the title of the extension's item.
    ///
    /// - Returns: the empty string for no subject, as the default implementation does.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String

    /// The uniform type identifier of an item that is `Data`.
    ///
    /// - Returns: the empty string for `public.data`, as the default implementation does.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String
}

extension UIActivityItemSource {
    /// The default subject: the empty string, for none.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }

    /// The default type identifier of data: the empty string, for `public.data`.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
}
