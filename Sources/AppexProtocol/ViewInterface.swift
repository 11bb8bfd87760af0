package import AppexWire
package import OpenViewTree

/// What a host and an extension say to each other about the extension's view, on the socket of their request:
/// the extension sends a tree and its changes, the host draws them with its own means and sends what a person does.
///
/// It begins with ``SessionInterface/Begin`` that has room for a view, answered by ``SessionInterface/Began`` that says
/// there is one. Neither side trusts the other. The bounds are ``ViewLimits``.
package enum ViewInterface {
    /// The room for the view, or how the person wants to see things, has changed.
    ///
    /// - Direction: host to extension. Order: any time after ``SessionInterface/Began``.
    package struct TraitsChanged: WireMessage {
        package static let code: UInt16 = 0x321
        package var traits: ViewTraits

        package init(_ traits: ViewTraits) { self.traits = traits }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.value(traits) }
        package init(from decoder: inout WireDecoder) throws(WireError) { traits = try ViewTraits(from: &decoder) }
    }

    /// A person has done something to a node.
    ///
    /// - Direction: host to extension. Trust: the node may be gone, and its value outside its range.
    package struct Input: WireMessage {
        package static let code: UInt16 = 0x322
        /// Counts up from 1. ``Update/handled`` says how far the extension has come.
        package var number: UInt32
        package var node: UInt32
        package var event: ViewEvent

        package init(number: UInt32, node: UInt32, event: ViewEvent) {
            self.number = number
            self.node = node
            self.event = event
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(number)
            encoder.integer(node)
            try encoder.value(event)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            number = try decoder.integer()
            node = try decoder.integer()
            event = try ViewEvent(from: &decoder)
        }
    }

    /// The first tree has been drawn: the view is on the screen.
    ///
    /// - Direction: host to extension. Order: once, after the first ``Update``.
    package struct Presented: WireMessage {
        package static let code: UInt16 = 0x323
        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// The view leaves the screen; answered when the extension has been told.
    ///
    /// - Direction: host to extension. Order: once; nothing of a view follows it.
    package struct Dismiss: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x324
        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// A widget is asked whether it has something new (`widgetPerformUpdate`).
    ///
    /// - Direction: host to extension. Order: any number of times, one after the other.
    package struct PerformUpdate: WireRequest {
        package static let code: UInt16 = 0x325
        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}

        /// What a widget has to say (`NCUpdateResult`).
        package struct Reply: WireValue, Sendable, Equatable {
            package enum Result: UInt8, Sendable, CaseIterable {
                case newData, noData, failed
            }

            package var result: Result

            package init(_ result: Result) { self.result = result }
            package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(result.rawValue) }
            package init(from decoder: inout WireDecoder) throws(WireError) {
                let raw = try decoder.integer(UInt8.self)
                guard let result = Result(rawValue: raw) else { throw .malformed("update result \(raw)") }
                self.result = result
            }
        }
    }

    /// The tree has changed, or inputs have been worked off, or both.
    ///
    /// - Direction: extension to host. Trust: the extension may lie about everything.
    /// - Order: the first one makes the tree; every one applies to what those before it have made.
    package struct Update: WireMessage {
        package static let code: UInt16 = 0x326
        /// The number of the last ``Input`` that this update comes after; 0 for none.
        package var handled: UInt32
        package var operations: [ViewOperation]

        package init(handled: UInt32, operations: [ViewOperation]) {
            self.handled = handled
            self.operations = operations
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(handled)
            try encoder.list(operations) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            handled = try decoder.integer()
            operations = try decoder.list { (decoder) throws(WireError) in try ViewOperation(from: &decoder) }
        }
    }

    /// A picture that nodes may show from now on.
    ///
    /// - Direction: extension to host. Trust: as ``Update``. Order: before the first update that names it.
    package struct Image: WireMessage {
        package static let code: UInt16 = 0x327
        /// Not in use.
        package var id: UInt32
        /// PNG or JPEG.
        package var bytes: [UInt8]

        package init(id: UInt32, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(id)
            try encoder.data(bytes)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            id = try decoder.integer()
            bytes = try decoder.data()
        }
    }

    /// No node shows these pictures any more.
    ///
    /// - Direction: extension to host.
    package struct ReleaseImages: WireMessage {
        package static let code: UInt16 = 0x328
        package var ids: [UInt32]

        package init(_ ids: [UInt32]) { self.ids = ids }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.list(ids) { (encoder, value) throws(WireError) in encoder.integer(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            ids = try decoder.list { (decoder) throws(WireError) in try decoder.integer() }
        }
    }
}
