import AppexSystem
public import Foundation
import Synchronization

/// A request of a host, as the extension sees it. Contexts are created by the system.
///
/// The first call of `completeRequest` or `cancelRequest` ends the request; later calls do nothing. May be used from any
/// thread.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext
open class NSExtensionContext: NSObject, @unchecked Sendable {  // all state is immutable or behind the lock
    /// How a request ended.
    package enum Outcome {
        case completed([NSExtensionItem])
        /// The error, and the errors about single input items by the items' indices.
        case cancelled(any Error, [Int: NSError])
    }

    private let items: [NSExtensionItem]
    private let work: ProtectedWork
    private let finish: @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    private let opener: Opener?
    private let sharer: Sharer?
    private let finished = Mutex(false)
    /// The state of the module that shows the extension's view.
    @MainActor package var presentation: AnyObject?

    /// Asks the host to open a URL, and calls the closure once with whether it has done so.
    package typealias Opener = @Sendable (URL, _ opened: @escaping @Sendable (Bool) -> Void) -> Void

    /// Asks the host to show its share sheet for items, without the extensions with some identifiers, and calls the closure once
    /// with what became of them.
    package typealias Sharer =
        @Sendable (
            [NSExtensionItem], _ excluded: [String], _ shared: @escaping @Sendable (SharedActivity) -> Void
        ) -> Void

    /// Creates the context of a request.
    ///
    /// - Parameter work: protects the process from being frozen while the completion handler runs.
    /// - Parameter opener: opens URLs; nil if the request has no host.
    /// - Parameter sharer: shows a share sheet; nil if the request has no host.
    /// - Parameter finish: sends the outcome to the host, then calls `told`. Called at most once.
    package init(
        inputItems: [NSExtensionItem], protecting work: ProtectedWork = .shared, opener: Opener? = nil,
        sharer: Sharer? = nil,
        finish: @escaping @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    ) {
        items = inputItems
        self.work = work
        self.opener = opener
        self.sharer = sharer
        self.finish = finish
    }

    /// The items that the host has sent, each an `NSExtensionItem`.
    open var inputItems: [Any] { items }

    /// Completes the request and returns items to the host.
    ///
    /// The host can load the providers of the returned items afterwards.
    ///
    /// - Parameter items: the items to return. Objects that are not `NSExtensionItem`s are ignored.
    /// - Parameter completionHandler: called with `false`, on a thread that it may block, after the host has been told. If it
    ///   has not returned five seconds after the last host has stopped using the process, it is called again with `true`
    ///   while the first call continues, which then has to return at once. If it has not returned after another second,
    ///   the process is ended. If the time has expired before the first call, the handler is called once, with `true`.
    ///   It is not called if the request had already ended.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)
    open func completeRequest(returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        end(.completed((items ?? []).compactMap { $0 as? NSExtensionItem }), completionHandler)
    }

    /// Ends the request because it has failed or the user has cancelled it.
    ///
    /// - Parameter error: the host receives its domain, its code and those values of its `userInfo` that can be sent to
    ///   another process, including ``NSExtensionItemsAndErrorsKey``.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext/cancelrequest(witherror:)
    open func cancelRequest(withError error: any Error) {
        end(.cancelled(error, itemErrors(in: error as NSError)), nil)
    }

    private func itemErrors(in error: NSError) -> [Int: NSError] {
        guard let errors = error.userInfo[NSExtensionItemsAndErrorsKey] as? [AnyHashable: Any] else { return [:] }
        var result: [Int: NSError] = [:]
        for (key, value) in errors {
            guard let item = key.base as? NSExtensionItem, let place = items.firstIndex(where: { $0 === item }) else {
                continue
            }
            result[place] = (value as? any Error).map { $0 as NSError }
        }
        return result
    }

    /// Asks the host to open a URL with the app that declares its scheme.
    ///
    /// A Today extension may open any URL, an iMessage extension those of its containing app, and other extensions none. If the
    /// URL is refused, the reason is written to the extension's log.
    ///
    /// - Parameter completionHandler: called once, on a thread that it may block, with whether the URL was opened.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext/open(_:completionhandler:)
    ///
    /// ## Difference from Apple
    /// The URL is opened only if the user has acted in the extension's view within the last 10 seconds, and one for each action.
    open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let told: @Sendable (Bool) -> Void = { isOpen in
            HandlerThreads.callbacks.run { completionHandler?(isOpen) }
        }
        guard let opener, !finished.withLock({ $0 }) else { return told(false) }
        opener(URL, told)
    }

    /// Asks the host to open a URL, as ``open(_:completionHandler:)`` does.
    ///
    /// - Returns: whether the URL was opened.
    @discardableResult
    open func open(_ URL: URL) async -> Bool {
        await withCheckedContinuation { continuation in
            open(URL) { continuation.resume(returning: $0) }
        }
    }

    /// Asks the host to show its share sheet.
    ///
    /// - Parameter excluded: the bundle identifiers of extensions that are not to be offered.
    /// - Parameter shared: called once, on no particular thread.
    package func share(
        _ items: [NSExtensionItem], without excluded: [String], _ shared: @escaping @Sendable (SharedActivity) -> Void
    ) {
        guard let sharer, !finished.withLock({ $0 }) else { return shared(SharedActivity(type: nil)) }
        sharer(items, excluded, shared)
    }

    /// Posts a notification that the host has changed its state, unless the request has ended.
    package func hostChanged(_ name: Notification.Name) {
        guard !finished.withLock({ $0 }) else { return }
        NotificationCenter.default.post(name: name, object: self)
    }

    private func end(_ outcome: Outcome, _ completionHandler: (@Sendable (Bool) -> Void)?) {
        let first = finished.withLock { finished in
            defer { finished = true }
            return !finished
        }
        guard first else { return }
        guard let completionHandler else { return finish(outcome) {} }
        // Protected from now on, so that the process is not frozen between the host's answer and the call.
        let call = ExpiringCall(.completionHandler, in: work, completionHandler)
        finish(outcome) {
            HandlerThreads.callbacks.run { call.run() }
        }
    }
}

/// Notifications about changes of the host's state. Their object is the ``NSExtensionContext`` of a request of that host,
/// and they have no `userInfo`.
///
/// They are posted to the default center on the main thread, once for each open request.
extension NSNotification.Name {
    /// The host is about to enter the foreground.
    public static let NSExtensionHostWillEnterForeground = NSNotification.Name(
        "NSExtensionHostWillEnterForegroundNotification")
    /// The host has entered the background, and the extension should finish soon.
    public static let NSExtensionHostDidEnterBackground = NSNotification.Name(
        "NSExtensionHostDidEnterBackgroundNotification")
    /// The host is about to stop receiving events, and the extension may be suspended.
    public static let NSExtensionHostWillResignActive = NSNotification.Name(
        "NSExtensionHostWillResignActiveNotification")
    /// The host is active and receives events.
    public static let NSExtensionHostDidBecomeActive = NSNotification.Name(
        "NSExtensionHostDidBecomeActiveNotification")
}
