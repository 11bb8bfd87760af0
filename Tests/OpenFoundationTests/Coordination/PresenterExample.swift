import Foundation
import OpenFoundation

/// Shows a file, and reads it again when another process has changed it.
final class LedgerPresenter: NSObject, NSFilePresenter, Sendable {
    let presentedItemURL: URL?
    // A queue of its own: one that itself waits for coordinated accesses, as the main queue may, would delay all others.
    let presentedItemOperationQueue = OperationQueue()
    private let show: @Sendable (Data) -> Void

    init(_ file: URL, show: @escaping @Sendable (Data) -> Void) {
        presentedItemURL = file
        self.show = show
        super.init()
        presentedItemOperationQueue.maxConcurrentOperationCount = 1
        NSFileCoordinator.addFilePresenter(self)
    }

    func presentedItemDidChange() {
        guard let file = presentedItemURL else { return }
        // The presenter is passed, so that it is not asked to give up the file for its own access.
        NSFileCoordinator(filePresenter: self).coordinate(readingItemAt: file, options: [], error: nil) { url in
            if let data = try? Data(contentsOf: url) { show(data) }
        }
    }
}
