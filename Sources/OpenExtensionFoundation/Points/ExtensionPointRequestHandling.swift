package import AppexWire
package import OpenFoundation

/// A principal object that handles the requests of its extension point, beyond the one request that every host makes.
///
/// The protocol of an extension point refines it and handles the requests, as `PHContentEditingController` of
/// `OpenPhotosUI` does. An extension conforms to that protocol and does not use this one.
@MainActor
public protocol ExtensionPointRequestHandling: AnyObject {
    /// Handles a request of the host. Called on the main thread, after `beginRequest(with:)`.
    func handle(_ request: ExtensionPointRequest)
}

/// A request of a host that belongs to an extension point; see ``ExtensionPointRequestHandling``.
public struct ExtensionPointRequest: Sendable {
    /// The request, which has to be answered.
    package let inbound: InboundRequest
    /// The session that the request belongs to.
    package let session: ExtensionPointSession

    /// Creates a request.
    package init(inbound: InboundRequest, session: ExtensionPointSession) {
        self.inbound = inbound
        self.session = session
    }
}

/// What the requests of one session of an extension point share. Its state is used on the main thread.
package final class ExtensionPointSession: Sendable {
    /// The connection to the host, with the items of both sides.
    package let exchange: ItemExchange
    /// The context of the principal object.
    package let context: NSExtensionContext
    /// The state of the module that handles the requests; nil before the first one.
    @MainActor package var state: (any ExtensionPointState)?

    /// Creates the state of a session.
    init(_ exchange: ItemExchange, _ context: NSExtensionContext) {
        self.exchange = exchange
        self.context = context
    }
}

/// The state of the module that handles the requests of an extension point.
@MainActor
package protocol ExtensionPointState: AnyObject {
    /// The connection to the host has ended.
    func hostIsGone()
}
