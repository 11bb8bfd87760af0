package import AppexWire
package import OpenViewTree

/// What a host and an extension say to each other on the socket of one request.
///
/// Neither side trusts the other: the extension is somebody else's code, and so is the host.
package enum SessionInterface {
    /// The request itself.
    ///
    /// - Direction: host to extension. Trust: the host may lie about everything.
    /// - Order: once, first.
    package struct Begin: WireMessage {
        package static let code: UInt16 = 0x301
        /// A UUID that the host and the extension use in their logs.
        package var identifier: String
        package var items: [ItemDescription]
        /// The room for a view; nil from a host that draws none.
        package var view: ViewTraits?

        package init(identifier: String, items: [ItemDescription], view: ViewTraits? = nil) {
            self.identifier = identifier
            self.items = items
            self.view = view
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.string(identifier)
            try encoder.list(items) { (encoder, value) throws(WireError) in try encoder.value(value) }
            try encoder.optional(view) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            identifier = try decoder.string()
            items = try decoder.list { (decoder) throws(WireError) in try ItemDescription(from: &decoder) }
            view = try decoder.optional { (decoder) throws(WireError) in try ViewTraits(from: &decoder) }
        }
    }

    /// `beginRequest(with:)` is about to be called: the launch is over.
    ///
    /// - Direction: extension to host. Order: once, after ``Begin``.
    package struct Began: WireMessage {
        package static let code: UInt16 = 0x302
        /// Whether the principal object has a view, which it shows in the room that ``Begin`` has told of.
        package var showsView: Bool

        package init(showsView: Bool = false) { self.showsView = showsView }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.boolean(showsView) }
        package init(from decoder: inout WireDecoder) throws(WireError) { showsView = try decoder.boolean() }
    }

    /// The extension is done and returns items, whose providers it keeps serving.
    ///
    /// - Direction: extension to host. Trust: the extension may lie about everything.
    /// - Order: once, instead of ``Cancel``; a second one is refused and changes nothing.
    package struct Complete: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x303
        package var items: [ItemDescription]

        package init(items: [ItemDescription]) {
            self.items = items
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.list(items) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            items = try decoder.list { (decoder) throws(WireError) in try ItemDescription(from: &decoder) }
        }
    }

    /// The extension gives up with an error.
    ///
    /// - Direction, trust and order as ``Complete``.
    package struct Cancel: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x304
        package var error: ErrorDescription
        /// What was wrong with single items of the host.
        package var itemErrors: [ItemError]

        package init(error: ErrorDescription, itemErrors: [ItemError] = []) {
            self.error = error
            self.itemErrors = itemErrors
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.value(error)
            try encoder.list(itemErrors) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            error = try ErrorDescription(from: &decoder)
            itemErrors = try decoder.list { (decoder) throws(WireError) in try ItemError(from: &decoder) }
        }
    }

    /// An error that is about one item of ``Begin``.
    package struct ItemError: WireValue, Sendable, Equatable {
        /// Its place in the list, from 0. May be beyond the end: the extension may lie.
        package var item: UInt32
        package var error: ErrorDescription

        package init(item: UInt32, error: ErrorDescription) {
            self.item = item
            self.error = error
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(item)
            try encoder.value(error)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            item = try decoder.integer()
            error = try ErrorDescription(from: &decoder)
        }
    }

    /// The host app has changed its state.
    ///
    /// - Direction: host to extension. Order: any time after ``Begin``.
    package struct HostChanged: WireMessage {
        package static let code: UInt16 = 0x307
        package enum State: UInt8, Sendable, CaseIterable {
            case willEnterForeground, didEnterBackground, willResignActive, didBecomeActive
        }

        package var state: State

        package init(_ state: State) {
            self.state = state
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(state.rawValue)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            let raw = try decoder.integer(UInt8.self)
            guard let state = State(rawValue: raw) else { throw .malformed("host state \(raw)") }
            self.state = state
        }
    }
}
