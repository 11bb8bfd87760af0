public import Foundation
import Synchronization

/// One request, as the extension sees it. Made by the system, never by an extension.
///
/// The first `completeRequest` or `cancelRequest` ends the request; later ones do nothing.
/// May be used from any thread.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext
open class NSExtensionContext: NSObject, @unchecked Sendable {  // all state is immutable or behind the lock
    /// How a request ended.
    package enum Outcome {
        case completed([NSExtensionItem])
        /// With the errors that are about single input items, by their place.
        case cancelled(any Error, [Int: NSError])
    }

    private let items: [NSExtensionItem]
    private let work: ProtectedWork
    private let finish: @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    private let finished = Mutex(false)
    /// What shows the request keeps its own things here.
    @MainActor package var presentation: AnyObject?

    /// - Parameter work: protects the completion handler.
    /// - Parameter finish: tells the host, then calls `told`. Called at most once.
    package init(
        inputItems: [NSExtensionItem], protecting work: ProtectedWork = .shared,
        finish: @escaping @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    ) {
        items = inputItems
        self.work = work
        self.finish = finish
    }

    /// The `NSExtensionItem`s of the host; empty when there are none.
    open var inputItems: [Any] { items }

    /// Tells the host that the request is done, with the items to return.
    ///
    /// The providers of returned items stay loadable by the host afterwards.
    ///
    /// - Parameter completionHandler: called with `false` at background priority once the host has
    ///   been told. When it has not returned five seconds after the last host has stopped using the process, it is
    ///   called again, with `true`, while the first call goes on: it has to stop at once. If it has not after another
    ///   second, the process is ended. When that time is over before it could be called, it is called once, with `true`.
    ///   Not called when the request had already ended.
    open func completeRequest(returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        end(.completed((items ?? []).compactMap { $0 as? NSExtensionItem }), completionHandler)
    }

    /// Tells the host that the request has failed or that the user has cancelled it.
    ///
    /// - Parameter error: the host gets its domain, its code and those values of its `userInfo` that can cross,
    ///   with ``NSExtensionItemsAndErrorsKey`` among them.
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

    /// Asks the system to open a URL on behalf of the extension, which no extension point allows yet.
    ///
    /// - Parameter completionHandler: gets `false`, on a private queue.
    open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        DispatchQueue.global().async { completionHandler?(false) }
    }

    /// The same.
    ///
    /// - Returns: `false`.
    @discardableResult
    open func open(_ URL: URL) async -> Bool {
        await withCheckedContinuation { continuation in
            open(URL) { continuation.resume(returning: $0) }
        }
    }

    /// Tells whoever observes this context that the host has changed its state; nobody once the request has ended.
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
        // From now on, so that the process is not frozen between the host's answer and the call.
        let call = ExpiringCall(.completionHandler, in: work, completionHandler)
        finish(outcome) {
            DispatchQueue.global(qos: .background).async { call.run() }
        }
    }
}

/// What the host does, as an extension hears of it: the object of these notifications is the
/// ``NSExtensionContext`` of a request of that host, and there is no `userInfo`.
///
/// Posted to the default center on the main thread, once for each request that is open.
extension NSNotification.Name {
    public static let NSExtensionHostWillEnterForeground = NSNotification.Name(
        "NSExtensionHostWillEnterForegroundNotification")
    /// Only a short time is left.
    public static let NSExtensionHostDidEnterBackground = NSNotification.Name(
        "NSExtensionHostDidEnterBackgroundNotification")
    /// The extension may be suspended.
    public static let NSExtensionHostWillResignActive = NSNotification.Name(
        "NSExtensionHostWillResignActiveNotification")
    public static let NSExtensionHostDidBecomeActive = NSNotification.Name(
        "NSExtensionHostDidBecomeActiveNotification")
}
