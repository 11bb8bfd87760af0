/// Provides an item when it is known who will get it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityitemsource
@MainActor
public protocol UIActivityItemSource: AnyObject {
    /// Something of the same type as the item, by which activities are found: its content counts for nothing.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any

    /// The item itself.
    ///
    /// - Parameter activityType: the activity that was chosen.
    /// - Returns: nil for nothing.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?

    /// A line about the items, which becomes the title of the extension's item. Optional: empty for none.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String

    /// The uniform type of an item that is `Data`. Optional: empty for none, and such an item is `public.data`.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String
}

extension UIActivityItemSource {
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }

    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
}
