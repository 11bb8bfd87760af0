package import AppexWire
package import OpenViewTree

/// The messages between a host and an extension, on the socket of one session.
///
/// Neither side trusts the other: the extension is somebody else's code, and so is the host. Each decodes what it
/// receives in full before it acts on it; a malformed message ends the session.
package enum SessionInterface {
    /// Hands the request over.
    ///
    /// - Direction: host to extension, once, as the first message; the extension ignores a second one. The event is not
    ///   answered, but ``Ready`` follows it.
    /// - Trust: the host may lie about everything in it.
    package struct Begin: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x301
        /// A UUID for the logs of both sides. Nothing depends on it.
        package var identifier: String
        /// The input items, in the host's order.
        package var items: [ItemDescription]
        /// The room for a view; nil from a host that draws none.
        package var view: ViewTraits?
        /// Whether the host drives the request by the messages of the extension's point, such as ``PhotoInterface``.
        package var makesPointCalls: Bool

        /// Creates the event.
        package init(
            identifier: String, items: [ItemDescription], view: ViewTraits? = nil, makesPointCalls: Bool = false
        ) {
            self.identifier = identifier
            self.items = items
            self.view = view
            self.makesPointCalls = makesPointCalls
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .label(atMost: TextLimits.identifierBytes))
            items = try field(\.items, .list(of: .value(ItemDescription.self)))
            view = try field(\.view, .optional(.value(ViewTraits.self)))
            makesPointCalls = try field(\.makesPointCalls, .boolean)
        }
    }

    /// `beginRequest(with:)` is about to be called, so the launch is complete.
    ///
    /// - Direction: extension to host, once, after ``Begin``. The event is not answered. If it does not come in time,
    ///   the host ends the session.
    package struct Ready: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x302
        /// Whether the principal object has a view, which it shows in the room that ``Begin/view`` offers. The host
        /// ignores it if it offered no room.
        package var showsView: Bool

        /// Creates the event.
        package init(showsView: Bool = false) { self.showsView = showsView }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            showsView = try field(\.showsView, .boolean)
        }
    }

    /// The extension completes the request and returns items. It keeps serving the items' providers until the session
    /// ends.
    ///
    /// - Direction: extension to host, once for a session, instead of ``Cancel``. A later one is answered with
    ///   ``FailureCode/refused`` and changes nothing.
    /// - Trust: the extension may lie about everything in it.
    package struct Complete: WireRequest, WireRecord {
        /// An empty reply: the host has taken the result.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x303
        /// The returned items.
        package var items: [ItemDescription]

        /// Creates the request.
        package init(items: [ItemDescription]) {
            self.items = items
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            items = try field(\.items, .list(of: .value(ItemDescription.self)))
        }
    }

    /// The extension ends the request with an error.
    ///
    /// - Direction: extension to host, once for a session, instead of ``Complete``. A later one is answered with
    ///   ``FailureCode/refused`` and changes nothing.
    /// - Trust: the extension may lie about everything in it.
    package struct Cancel: WireRequest, WireRecord {
        /// An empty reply: the host has taken the error.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x304
        /// Why the extension gave up.
        package var error: ErrorDescription
        /// What was wrong with individual items of ``Begin``.
        package var itemErrors: [ItemError]

        /// Creates the request.
        package init(error: ErrorDescription, itemErrors: [ItemError] = []) {
            self.error = error
            self.itemErrors = itemErrors
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            error = try field(\.error, .value(ErrorDescription.self))
            itemErrors = try field(\.itemErrors, .list(of: .value(ItemError.self)))
        }
    }

    /// An error that concerns one item of ``Begin``.
    package struct ItemError: WireRecord, Sendable, Equatable {
        /// The item's index in ``Begin/items``, from 0. The host ignores an index beyond the end.
        package var item: UInt32
        /// What was wrong with the item.
        package var error: ErrorDescription

        /// Creates an error about an item.
        package init(item: UInt32, error: ErrorDescription) {
            self.item = item
            self.error = error
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            item = try field(\.item, .u32)
            error = try field(\.error, .value(ErrorDescription.self))
        }
    }

    /// The host app has moved between foreground and background, or become active or inactive.
    ///
    /// - Direction: host to extension, any time after ``Begin``. The event is not answered.
    /// - Trust: the extension holds at most 64 that its main thread has not handled and ends the session of a host that
    ///   sends more.
    package struct HostChanged: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x307
        /// The change, named after the notification that the extension posts.
        package enum State: UInt8, Sendable, CaseIterable {
            case willEnterForeground, didEnterBackground, willResignActive, didBecomeActive
        }

        /// The change.
        package var state: State

        /// Creates the event.
        package init(_ state: State) {
            self.state = state
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            state = try field(\.state, .choice("host state"))
        }
    }
}
