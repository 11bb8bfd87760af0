import OpenFoundation

/// Shows a note, and reads it again when another process has changed it.
class NotePresenter: NSObject, NSFilePresenter {
    var presentedItemURL: URL?
    lazy var presentedItemOperationQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    init(url: URL) {
        super.init()
        presentedItemURL = url
        NSFileCoordinator.addFilePresenter(self)
    }

    func presentedItemDidChange() {
        guard let url = presentedItemURL else { return }
        let controller = NoteViewController(noteURL: url)
        controller.load()
        print("changed to \(controller.note.text)")
    }

    func stop() {
        NSFileCoordinator.removeFilePresenter(self)
    }
}

/// A presenter with the main queue, and with the two methods that hand over the item.
final class NoteDocument: NSObject, NSFilePresenter {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue.main
    private var isWritable = true

    init(fileURL: URL) {
        presentedItemURL = fileURL
    }

    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        isWritable = false
        reader { self.isWritable = true }
    }

    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        isWritable = false
        writer {
            self.isWritable = true
            print("document is back")
        }
    }

    func savePresentedItemChanges(completionHandler: @escaping (Error?) -> Void) {
        completionHandler(nil)
    }

    func accommodatePresentedItemDeletion(completionHandler: @escaping (Error?) -> Void) {
        print("document is deleted")
        completionHandler(nil)
    }

    func presentedItemDidMove(to newURL: URL) {}
}
