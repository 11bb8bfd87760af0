import Dispatch
public import Foundation
import OpenFoundation

/// A share sheet for objects of an extension or an app, which its host shows.
///
/// Present it, as any controller, in response to an action of the user. The user chooses another extension in the sheet, which
/// receives the objects.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityviewcontroller
///
/// ## Difference from Apple
/// The host draws the sheet, so that this controller has no view on screen and is not the `presentedViewController`. It is shown
/// only if the user has acted in the view within the last 10 seconds, once for each action; otherwise, and if the host has no
/// share sheet, the completion handler is called as if the user had closed it, and a line is written to the log.
open class UIActivityViewController: UIViewController {
    /// Receives the type of the activity, nil if the user has chosen none; whether it was completed; the items that an extension
    /// has returned, each an `NSExtensionItem`, nil if it was not completed; and the error, which is always nil.
    public typealias CompletionWithItemsHandler =
        @MainActor (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    private let activityItems: [Any]
    private var isAsking = false

    /// The extensions that are not offered, by their bundle identifiers; at most 64 are considered.
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Called once, after the sheet and the view of the chosen extension have left the screen.
    open var completionWithItemsHandler: CompletionWithItemsHandler?

    /// Creates a share sheet.
    ///
    /// - Parameter activityItems: the objects to share: texts, attributed texts, URLs, images and other objects that can be
    ///   written to an `NSItemProvider`, item providers, and extension items. Others are left out.
    /// - Parameter applicationActivities: nil; there are no activities of the extension itself.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        self.activityItems = activityItems
        super.init(nibName: nil, bundle: nil)
    }

    /// Does nothing: a share sheet is not in a storyboard.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// Asks the host of a controller's request to show the sheet.
    func ask(_ context: NSExtensionContext?) {
        guard !isAsking else { return }
        isAsking = true
        let items = NSExtensionItem.items(sharing: activityItems.map { SharedThing(content: $0) })
        guard let context, !items.isEmpty else { return finish(SharedActivity(type: nil)) }
        context.share(items, without: (excludedActivityTypes ?? []).map(\.rawValue)) { shared in
            DispatchQueue.main.async { MainActor.assumeIsolated { self.finish(shared) } }
        }
    }

    private func finish(_ shared: SharedActivity) {
        isAsking = false
        completionWithItemsHandler?(
            shared.type.map { UIActivity.ActivityType($0) }, shared.isCompleted,
            shared.isCompleted ? shared.items : nil, nil)
        completionWithItemsHandler = nil
    }
}
