public import Foundation

/// An object that shows or edits a file or folder, and takes part in the coordinated access of other objects and
/// processes to it.
///
/// Register it with ``NSFileCoordinator/addFilePresenter(_:)``. Every message is sent on
/// ``presentedItemOperationQueue``, one at a time. The two properties may be read on any thread. Every requirement that
/// has a default implementation is optional.
///
/// ``FileChangeOrigin/current`` is the origin of the change of which a message tells.
///
/// Source: https://developer.apple.com/documentation/foundation/nsfilepresenter
///
/// ## Difference from Apple
/// An access continues without an object that does not answer within ``presentedItemPreparationLimit``, and without those of
/// suspended processes. There are no versions and no ubiquitous items, and therefore no messages about them.
@preconcurrency public protocol NSFilePresenter: NSObjectProtocol {
    /// The URL of the item; nil if the presenter does not have an item yet. The property is read again after each coordinated write of this presenter.
    var presentedItemURL: URL? { get }

    /// The queue of the messages.
    ///
    /// With the main queue, a coordinated access on the main thread waits for a presenter that cannot answer before the
    /// access is over, unless the presenter was passed to the coordinator. Use a queue of its own.
    var presentedItemOperationQueue: OperationQueue { get }

    /// The time within which the presenter gives up its item, saves it or prepares for its deletion, in seconds; at most
    /// 30. Read when the presenter is registered. 10 by default.
    var presentedItemPreparationLimit: TimeInterval { get }

    /// Whether ``presentedItemDidChange()`` is also sent after changes by programs that use no coordinator. Their origin is
    /// not known, and they can be combined. Read when the presenter is registered; false by default.
    ///
    /// ## Difference from Apple
    /// Apple's presenters are not told of such changes.
    var observesUncoordinatedChanges: Bool { get }

    /// Another object is about to read the item. Stop writing to it and call `reader`, once.
    ///
    /// - Parameter reader: takes a function to call on the queue when the access is over, or nil.
    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

    /// Another object is about to write to the item. Stop using it and call `writer`, once.
    ///
    /// - Parameter writer: takes a function to call on the queue when the access is over, or nil.
    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

    /// Save unsaved changes of the item, because another object is about to read it.
    ///
    /// - Parameter completionHandler: takes the error for which the access of the other object fails, or nil. Called once.
    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// The item is about to be deleted.
    ///
    /// - Parameter completionHandler: takes the error for which the access of the other object fails, or nil. Called once.
    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// The item has been moved or renamed. ``presentedItemURL`` has to be this URL from now on.
    func presentedItemDidMove(to newURL: URL)

    /// The item, or an attribute of it, may have been changed.
    func presentedItemDidChange()

    /// An item in the folder, a file package, is about to be deleted.
    ///
    /// - Parameter completionHandler: takes the error for which the access of the other object fails, or nil. Called once.
    func accommodatePresentedSubitemDeletion(
        at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// An item has been added to the folder, at any depth.
    func presentedSubitemDidAppear(at url: URL)

    /// An item in the folder has been moved.
    func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)

    /// An item in the folder may have been changed, at any depth. By default a presenter of a file package is sent
    /// ``presentedItemDidChange()``.
    func presentedSubitemDidChange(at url: URL)
}

extension NSFilePresenter {
    /// 10 seconds.
    public var presentedItemPreparationLimit: TimeInterval { 10 }

    /// No.
    public var observesUncoordinatedChanges: Bool { false }

    /// Gives up the item at once.
    public func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        reader(nil)
    }

    /// Gives up the item at once.
    public func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        writer(nil)
    }

    /// Has nothing to save.
    public func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Agrees to the deletion.
    public func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Does nothing.
    public func presentedItemDidMove(to newURL: URL) {}

    /// Does nothing.
    public func presentedItemDidChange() {}

    /// Agrees to the deletion.
    public func accommodatePresentedSubitemDeletion(
        at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Treats the new item as a change.
    public func presentedSubitemDidAppear(at url: URL) { presentedSubitemDidChange(at: url) }

    /// Treats the move as a change.
    public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { presentedSubitemDidChange(at: newURL) }

    /// Sends a presenter of a file package ``presentedItemDidChange()``.
    public func presentedSubitemDidChange(at url: URL) {
        if let folder = presentedItemURL, ItemLocation.isPackage(named: folder.lastPathComponent) {
            presentedItemDidChange()
        }
    }
}
