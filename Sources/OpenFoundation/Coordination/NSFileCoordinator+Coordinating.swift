import AppexProtocol
import AppexSystem
import AppexWire
public import Foundation
import Synchronization

/// Accesses on the calling thread.
extension NSFileCoordinator {
    /// Reads an item. Blocks until that is possible, then calls the accessor on the calling thread.
    ///
    /// - Parameter outError: set if the accessor is not called, or if the access was not protected to its end.
    /// - Parameter reader: called at most once, with the URL of the item, which may have been moved.
    public func coordinate(
        readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
        byAccessor reader: (URL) -> Void
    ) {
        access([ItemAccess(reading: url, options)], outError) { reader($0[0]) }
    }

    /// Writes to an item. Blocks until that is possible, then calls the accessor on the calling thread.
    ///
    /// - Parameter outError: set if the accessor is not called, or if the access was not protected to its end.
    /// - Parameter writer: called at most once, with the URL of the item, which may have been moved.
    public func coordinate(
        writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor writer: (URL) -> Void
    ) {
        access([ItemAccess(writing: url, options)], outError) { writer($0[0]) }
    }

    /// Reads an item and writes to another one. Both are claimed at once, so two such calls never wait for each other.
    ///
    /// - Parameter outError: set if the accessor is not called, or if the access was not protected to its end.
    /// - Parameter readerWriter: called at most once, with the URLs for reading and for writing.
    public func coordinate(
        readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [], writingItemAt writingURL: URL,
        options writingOptions: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor readerWriter: (URL, URL) -> Void
    ) {
        let items = [ItemAccess(reading: readingURL, readingOptions), ItemAccess(writing: writingURL, writingOptions)]
        access(items, outError) { readerWriter($0[0], $0[1]) }
    }

    /// Writes to two items, for example to move one. Both are claimed at once.
    ///
    /// - Parameter outError: set if the accessor is not called, or if the access was not protected to its end.
    /// - Parameter writer: called at most once, with the URLs in the order of the parameters.
    public func coordinate(
        writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
        options options2: WritingOptions = [], error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
    ) {
        access([ItemAccess(writing: url1, options1), ItemAccess(writing: url2, options2)], outError) {
            writer($0[0], $0[1])
        }
    }

    /// Prepares many items for accesses that the accessor makes with this coordinator, which then need not wait.
    ///
    /// - Parameter outError: set if the accessor is not called.
    /// - Parameter batchAccessor: called at most once, with a function that it calls, on any thread, when all accesses are
    ///   over. Until then, no other coordinator accesses the items.
    public func prepare(
        forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
        writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
    ) {
        let items =
            readingURLs.map { ItemAccess(reading: $0, readingOptions) }
            + writingURLs.map { ItemAccess(writing: $0, writingOptions) }
        do {
            let access = try begin(items)
            // What is written to is told by the accesses inside.
            let batch = Batch { _ = access.end(changes: items.map { _ in .none }) }
            access.run { batchAccessor { batch.end() } }
        } catch {
            outError?.pointee = error as NSError
        }
    }

    private func access(_ items: [ItemAccess], _ outError: NSErrorPointer, _ accessor: ([URL]) -> Void) {
        do {
            let access = try begin(items)
            let isForUploading = items.contains(where: \.isForUploading)
            guard isForUploading else {
                access.run { accessor(access.urls) }
                return try access.end()
            }
            let copies = Result { try UploadCopies(of: access.urls, items) }
            // The access to the items themselves is over, unless others of them are used in place.
            if items.count == 1 { try access.end() }
            let made = try copies.get()
            defer { made.remove() }
            access.run { accessor(made.urls) }
            if items.count > 1 { try access.end() }
        } catch {
            outError?.pointee = error as NSError
        }
    }

    /// Waits until items can be accessed.
    ///
    /// - Throws: `CocoaError.userCancelled`, ``FileCoordinationError``, the error of a presenter.
    private func begin(_ items: [ItemAccess]) throws -> RunningAccess {
        guard !isCancelled else { throw CocoaError(.userCancelled) }
        try refreshPresenter()
        let messages = try items.map { (item) throws(FileCoordinationError) in try item.message() }
        let chain = AccessChain.current
        do {
            let (claim, paths) = try PresenterRegistry.shared.whileWaiting {
                var waits: [UInt64] = []
                defer { for wait in waits { endWait(wait) } }
                return try CoordinationClient.shared.claim(messages, purpose: purposeIdentifier, chain: chain) {
                    waits.append(beginWait($0))
                }
            }
            return RunningAccess(self, claim, chain, messages, paths)
        } catch WireError.cancelled {
            throw CocoaError(.userCancelled)
        }
    }

    /// Tells the broker what the coordinator's presenter presents, if that has changed.
    func refreshPresenter() throws(FileCoordinationError) {
        guard let purpose = presenterPurpose,
            let message = PresenterRegistry.shared.registration(purpose: purpose)?.presentation()
        else { return }
        try CoordinationClient.shared.present(message)
    }

    /// Accesses items without blocking the calling thread.
    ///
    /// - Parameter intents: the items. Their URLs are those to use when the accessor is called.
    /// - Parameter queue: the queue on which the accessor is called.
    /// An access during which the process is suspended counts as ended, of which the accessor is not told.
    ///
    /// - Parameter accessor: called once. The access is over when it returns. Its parameter is the error for which the
    ///   items must not be accessed; nil if they may.
    public func coordinate(
        with intents: [NSFileAccessIntent], queue: OperationQueue,
        byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
    ) {
        // Connecting blocks, and so may looking for links.
        HandlerThreads.accesses.run { [self] in
            do {
                guard !isCancelled else { throw CocoaError(.userCancelled) }
                try refreshPresenter()
                let messages = try intents.map { (intent) throws(FileCoordinationError) in
                    try ItemAccess(intent).message()
                }
                let chain = AccessChain()
                // nil when the access no longer waits.
                let waits = Mutex<[UInt64]?>([])
                CoordinationClient.shared.begin(messages, purpose: purposeIdentifier, chain: chain) { [self] end in
                    let wait = beginWait(end)
                    let isOver = waits.withLock { waits in
                        waits?.append(wait)
                        return waits == nil
                    }
                    if isOver { endWait(wait) }
                } _: { result in
                    for wait in waits.withLock({ $0.take() }) ?? [] { self.endWait(wait) }
                    queue.addOperation { [self] in
                        run(result, chain, intents, messages, accessor)
                    }
                }
            } catch {
                queue.addOperation { accessor(error) }
            }
        }
    }

    private func run(
        _ result: Result<(number: UInt64, paths: [String]), any Error>, _ chain: AccessChain,
        _ intents: [NSFileAccessIntent], _ messages: [CoordinationInterface.Access],
        _ accessor: (((any Error)?) -> Void)
    ) {
        do {
            let (claim, paths) = try result.get()
            let access = RunningAccess(self, claim, chain, messages, paths)
            guard !isCancelled else {
                access.end(changes: messages.map { _ in .none })
                throw CocoaError(.userCancelled)
            }
            let copies: UploadCopies
            do { copies = try UploadCopies(of: access.urls, intents.map(ItemAccess.init)) } catch {
                access.end(changes: messages.map { _ in .none })
                throw error
            }
            defer { copies.remove() }
            for (intent, url) in zip(intents, copies.urls) { intent.setURL(url) }
            access.run { accessor(nil) }
            // There is no caller to which the error could be reported.
            try? access.end()
        } catch WireError.cancelled {
            accessor(CocoaError(.userCancelled))
        } catch {
            accessor(error)
        }
    }
}

/// Ends a batch once: when its completion handler is called, or when the handler is released without a call.
private final class Batch: Sendable {
    private let work: Mutex<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

    deinit { end() }

    func end() { work.withLock { $0.take() }?() }
}
