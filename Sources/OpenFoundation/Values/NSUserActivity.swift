public import Foundation

/// A name by which saved activities are deleted.
public typealias NSUserActivityPersistentIdentifier = String

/// What the user is doing in a program.
///
/// Source: https://developer.apple.com/documentation/foundation/nsuseractivity
///
/// ## Difference from Apple
/// The program keeps the activity, and nobody else gets it: it is not continued on another device, found by a search or
/// restored, and its delegate is not called.
open class NSUserActivity: NSObject {
    /// The kind of activity.
    public let activityType: String
    /// A title for the user.
    open var title: String?
    /// What is needed to continue the activity.
    open var userInfo: [AnyHashable: Any]?
    /// The keys of ``userInfo`` that have to be kept; `nil` for all.
    open var requiredUserInfoKeys: Set<String>?
    /// Whether the activity has to be updated before it is used.
    open var needsSave = false
    /// A page that continues the activity in a browser.
    open var webpageURL: URL?
    /// The page from which the activity comes.
    open var referrerURL: URL?
    /// The time after which the activity is of no use.
    open var expirationDate: Date?
    /// Words by which the activity is found.
    open var keywords: Set<String> = []
    /// Whether programs that continue the activity may exchange data.
    open var supportsContinuationStreams = false
    /// Names the content that a scene shows.
    open var targetContentIdentifier: String?
    /// A name by which the saved activity is deleted.
    open var persistentIdentifier: NSUserActivityPersistentIdentifier?
    /// Whether other devices may continue the activity; `true` by default. It has no effect.
    open var isEligibleForHandoff = true
    /// Whether a search may find the activity. It has no effect.
    open var isEligibleForSearch = false
    /// Whether everybody may find the activity. It has no effect.
    open var isEligibleForPublicIndexing = false
    /// Whether the system may suggest the activity. It has no effect.
    open var isEligibleForPrediction = false
    /// The object that is told of the activity. It is not called.
    open weak var delegate: (any NSUserActivityDelegate)?

    /// Makes an activity.
    ///
    /// - Parameter activityType: the kind of activity, in the form of a bundle identifier.
    public init(activityType: String) { self.activityType = activityType }

    /// Adds entries to ``userInfo``. An entry replaces one with the same key.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    /// Has no effect.
    open func becomeCurrent() {}
    /// Has no effect.
    open func resignCurrent() {}
    /// Has no effect.
    open func invalidate() {}

    /// Calls the handler at once, because no activities are saved.
    open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) { handler() }

    /// Calls the handler at once, because no activities are saved.
    open class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping () -> Void
    ) {
        handler()
    }
}

/// Methods that are called when an activity is continued. All are optional; none is called here.
///
/// Source: https://developer.apple.com/documentation/foundation/nsuseractivitydelegate
public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// Called before the activity is saved.
    func userActivityWillSave(_ userActivity: NSUserActivity)
    /// Called after another device has continued the activity.
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    /// Does nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}
