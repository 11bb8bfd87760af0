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
        case cancelled(any Error)
    }

    private let items: [NSExtensionItem]
    private let finish: @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    private let finished = Mutex(false)

    /// - Parameter finish: tells the host, then calls `told`. Called at most once.
    package init(
        inputItems: [NSExtensionItem],
        finish: @escaping @Sendable (Outcome, _ told: @escaping @Sendable () -> Void) -> Void
    ) {
        items = inputItems
        self.finish = finish
    }

    /// The `NSExtensionItem`s of the host; empty when there are none.
    open var inputItems: [Any] { items }

    /// Tells the host that the request is done, with the items to return.
    ///
    /// The providers of returned items stay loadable by the host afterwards.
    ///
    /// - Parameter completionHandler: called with `false` at background priority once the host has
    ///   been told. Not called when the request had already ended.
    open func completeRequest(returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        end(.completed((items ?? []).compactMap { $0 as? NSExtensionItem }), completionHandler)
    }

    /// Tells the host that the request has failed or that the user has cancelled it.
    open func cancelRequest(withError error: any Error) {
        end(.cancelled(error), nil)
    }

    private func end(_ outcome: Outcome, _ completionHandler: (@Sendable (Bool) -> Void)?) {
        let first = finished.withLock { finished in
            defer { finished = true }
            return !finished
        }
        guard first else { return }
        finish(outcome) {
            guard let completionHandler else { return }
            DispatchQueue.global(qos: .background).async { completionHandler(false) }
        }
    }
}
