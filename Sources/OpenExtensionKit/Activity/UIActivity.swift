public import Foundation

/// Something that an app itself can do with shared items; a subclass says what. Extensions need none: they are offered
/// beside these.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivity
@MainActor
open class UIActivity: NSObject {
    /// Where an activity stands.
    public enum Category: Int, Sendable {
        /// Among the buttons below.
        case action
        /// Among the ways to send.
        case share
    }

    private var finished: CheckedContinuation<Bool, Never>?
    private var outcome: Bool?

    public override nonisolated init() { super.init() }

    open class var activityCategory: Category { .action }

    /// What the host's completion handler is told; nil by default.
    open var activityType: ActivityType? { nil }

    /// The name that people see; an activity without one is not offered.
    open var activityTitle: String? { nil }

    /// Whether it can do anything with these items; false by default.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

    /// Hands the items over, before ``perform()``.
    open func prepare(withActivityItems activityItems: [Any]) {}

    /// Does it, and calls ``activityDidFinish(_:)`` in the end.
    open func perform() { activityDidFinish(true) }

    /// Has to be called once when ``perform()`` has come to its end.
    open func activityDidFinish(_ completed: Bool) {
        guard outcome == nil else { return }
        outcome = completed
        finished?.resume(returning: completed)
        finished = nil
    }

    /// Performs it and waits for its end, or for the task to be cancelled, which it counts as not completed.
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
    /// Names an activity: for an extension, its bundle identifier.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiactivity/activitytype
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }
}

/// Apple's own activities. None of them is here; hosts name them to exclude them, which hides no extension.
extension UIActivity.ActivityType {
    private init(builtIn name: String) { self.init("com.apple.UIKit.activity." + name) }

    public static let postToFacebook = Self(builtIn: "PostToFacebook")
    public static let postToTwitter = Self(builtIn: "PostToTwitter")
    public static let postToWeibo = Self(builtIn: "PostToWeibo")
    public static let message = Self(builtIn: "Message")
    public static let mail = Self(builtIn: "Mail")
    public static let print = Self(builtIn: "Print")
    public static let copyToPasteboard = Self(builtIn: "CopyToPasteboard")
    public static let assignToContact = Self(builtIn: "AssignToContact")
    public static let saveToCameraRoll = Self(builtIn: "SaveToCameraRoll")
    public static let addToReadingList = Self(builtIn: "AddToReadingList")
    public static let postToFlickr = Self(builtIn: "PostToFlickr")
    public static let postToVimeo = Self(builtIn: "PostToVimeo")
    public static let postToTencentWeibo = Self(builtIn: "PostToTencentWeibo")
    public static let airDrop = Self(builtIn: "AirDrop")
    public static let openInIBooks = Self(builtIn: "OpenInIBooks")
    public static let markupAsPDF = Self(builtIn: "MarkupAsPDF")
    public static let sharePlay = Self(builtIn: "SharePlay")
    public static let collaborationInviteWithLink = Self(builtIn: "CollaborationInviteWithLink")
    public static let collaborationCopyLink = Self(builtIn: "CollaborationCopyLink")
    public static let addToHomeScreen = Self(builtIn: "AddToHomeScreen")
}
