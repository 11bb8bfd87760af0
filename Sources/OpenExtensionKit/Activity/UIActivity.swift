public import Foundation

/// An activity that the app itself performs with shared items. Subclass it to define one.
///
/// Extensions need no subclass: a share sheet offers them beside the app's own activities.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivity
@MainActor
open class UIActivity: NSObject {
    /// The part of a share sheet in which an activity is shown.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiactivity/category
    public enum Category: Int, Sendable {
        /// The list of actions in the lower part of the sheet.
        case action
        /// The row of ways to share in the upper part of the sheet.
        case share
    }

    private var finished: CheckedContinuation<Bool, Never>?
    private var outcome: Bool?

    public override nonisolated init() { super.init() }

    /// The part of the share sheet in which activities of this class are shown; ``Category/action`` by default.
    open class var activityCategory: Category { .action }

    /// The type that the host's completion handler receives; nil by default.
    open var activityType: ActivityType? { nil }

    /// The name to display. An activity without a name is not offered; nil by default.
    open var activityTitle: String? { nil }

    /// Whether the activity can process these items; false by default.
    ///
    /// - Parameter activityItems: the items, or the placeholders of their ``UIActivityItemSource``s.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

    /// Receives the items before ``perform()`` is called. Does nothing by default.
    open func prepare(withActivityItems activityItems: [Any]) {}

    /// Performs the activity. An override calls ``activityDidFinish(_:)`` when it has finished, possibly later.
    open func perform() { activityDidFinish(true) }

    /// Ends the activity. Only the first call for each ``perform()`` has an effect.
    ///
    /// - Parameter completed: false if the activity failed or the user cancelled it.
    open func activityDidFinish(_ completed: Bool) {
        guard outcome == nil else { return }
        outcome = completed
        finished?.resume(returning: completed)
        finished = nil
    }

    /// Performs the activity and waits until it has finished. If the task is cancelled, it counts as not completed.
    func run(with items: [Any]) async -> Bool {
        outcome = nil
        prepare(withActivityItems: items)
        perform()
        if let outcome { return outcome }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: false) }
                finished = continuation
            }
        } onCancel: {
            Task { @MainActor in activityDidFinish(false) }
        }
    }
}

extension UIActivity {
    /// The type of an activity: for an extension, its bundle identifier.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiactivity/activitytype
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        /// The identifier, such as `com.apple.UIKit.activity.Mail`.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a type from its identifier.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }
}

/// The types of Apple's built-in activities. OpenExtensionKit has none of these activities; the types exist so that
/// hosts can list them in ``UIActivityViewController/excludedActivityTypes``, which hides no extension.
extension UIActivity.ActivityType {
    private init(builtIn name: String) { self.init("com.apple.UIKit.activity." + name) }

    /// Posts to Facebook.
    public static let postToFacebook = Self(builtIn: "PostToFacebook")
    /// Posts to Twitter.
    public static let postToTwitter = Self(builtIn: "PostToTwitter")
    /// Posts to Weibo.
    public static let postToWeibo = Self(builtIn: "PostToWeibo")
    /// Sends a text message.
    public static let message = Self(builtIn: "Message")
    /// Sends an email.
    public static let mail = Self(builtIn: "Mail")
    /// Prints.
    public static let print = Self(builtIn: "Print")
    /// Copies to the pasteboard.
    public static let copyToPasteboard = Self(builtIn: "CopyToPasteboard")
    /// Assigns a picture to a contact.
    public static let assignToContact = Self(builtIn: "AssignToContact")
    /// Saves a picture or video in the photo library.
    public static let saveToCameraRoll = Self(builtIn: "SaveToCameraRoll")
    /// Adds a URL to Safari's reading list.
    public static let addToReadingList = Self(builtIn: "AddToReadingList")
    /// Posts a picture to Flickr.
    public static let postToFlickr = Self(builtIn: "PostToFlickr")
    /// Posts a video to Vimeo.
    public static let postToVimeo = Self(builtIn: "PostToVimeo")
    /// Posts to Tencent Weibo.
    public static let postToTencentWeibo = Self(builtIn: "PostToTencentWeibo")
    /// Sends over AirDrop.
    public static let airDrop = Self(builtIn: "AirDrop")
    /// Opens a document in Books.
    public static let openInIBooks = Self(builtIn: "OpenInIBooks")
    /// Creates a PDF and marks it up.
    public static let markupAsPDF = Self(builtIn: "MarkupAsPDF")
    /// Shares in a group session.
    public static let sharePlay = Self(builtIn: "SharePlay")
    /// Invites people to collaborate, by a link.
    public static let collaborationInviteWithLink = Self(builtIn: "CollaborationInviteWithLink")
    /// Copies a link for collaboration.
    public static let collaborationCopyLink = Self(builtIn: "CollaborationCopyLink")
    /// Adds a web page to the home screen.
    public static let addToHomeScreen = Self(builtIn: "AddToHomeScreen")
}
