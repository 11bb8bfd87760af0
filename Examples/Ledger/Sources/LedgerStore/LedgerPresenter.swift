public import OpenFoundation

/// Tells of entries that other processes add, while it is registered with `NSFileCoordinator.addFilePresenter(_:)`.
public final class LedgerPresenter: NSObject, NSFilePresenter, Sendable {
    public let presentedItemURL: URL?
    // Not the main queue, which would have to be free before another process could write.
    public let presentedItemOperationQueue = OperationQueue()
    private let changeHandler: @Sendable (FileChangeOrigin?) -> Void

    /// - Parameter changeHandler: called on the presenter's queue, with who has changed the ledger.
    public init(_ ledger: Ledger, changeHandler: @escaping @Sendable (FileChangeOrigin?) -> Void) {
        presentedItemURL = ledger.file
        self.changeHandler = changeHandler
    }

    public func presentedItemDidChange() { changeHandler(FileChangeOrigin.current) }
}
