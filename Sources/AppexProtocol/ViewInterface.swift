package import AppexWire
package import OpenViewTree

/// The messages between a host and an extension about the extension's view, on the socket of their session. The
/// extension sends a tree and its changes; the host draws them with its own means and sends back what a person does.
///
/// They follow a ``SessionInterface/Begin`` that offers room for a view and a ``SessionInterface/Ready`` that says
/// there is one. Neither side trusts the other. The bounds are those of `ViewLimits`; a host ends the session of an
/// extension that exceeds one.
package enum ViewInterface {
    /// The room for the view, or a preference of the person such as the text size, has changed.
    ///
    /// - Direction: host to extension, any time after ``SessionInterface/Ready``. The event is not answered, but an
    ///   ``Update`` usually follows.
    /// - Trust: decoding rejects traits outside the bounds of `ViewTraits`.
    package struct TraitsChanged: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x321
        /// The new traits, in full.
        package var traits: ViewTraits

        /// Creates the event.
        package init(_ traits: ViewTraits) { self.traits = traits }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            traits = try field(\.traits, .value(ViewTraits.self))
        }
    }

    /// A person has done something to a node.
    ///
    /// - Direction: host to extension. The event is acknowledged by ``Update/handled``.
    /// - Trust: the node may no longer exist, and the value may be outside its range.
    package struct Input: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x322
        /// The sequence number, from 1 upwards, by which ``Update/handled`` acknowledges it.
        package var number: UInt32
        /// The node in the extension's tree.
        package var node: UInt32
        /// What the person did.
        package var event: ViewEvent

        /// Creates the event.
        package init(number: UInt32, node: UInt32, event: ViewEvent) {
            self.number = number
            self.node = node
            self.event = event
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            number = try field(\.number, .u32)
            node = try field(\.node, .u32)
            event = try field(\.event, .value(ViewEvent.self))
        }
    }

    /// The host has drawn the first tree, so the view is on the screen.
    ///
    /// - Direction: host to extension, once, after the first ``Update``. The event is not answered.
    package struct Presented: WireMessage, EmptyRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x323
        /// Creates the event, which has no fields.
        package init() {}
    }

    /// The view leaves the screen. The extension replies when its view has been told.
    ///
    /// - Direction: host to extension, once; no message about the view follows. The host does not wait longer than its
    ///   deadline for the reply.
    package struct Dismiss: WireRequest, EmptyRecord {
        /// An empty reply: the view knows that it left the screen.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x324
        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Asks a widget whether it has new content (`widgetPerformUpdate`).
    ///
    /// - Direction: host to extension, one at a time, any number of times.
    package struct PerformUpdate: WireRequest, EmptyRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x325
        /// Creates the request, which has no fields.
        package init() {}

        /// The widget's reply (`NCUpdateResult`).
        package struct Reply: WireRecord, Sendable, Equatable {
            /// Whether the widget has new content.
            package enum Result: UInt8, Sendable, CaseIterable {
                case newData, noData, failed
            }

            /// Whether the widget has new content.
            package var result: Result

            /// Creates a reply.
            package init(_ result: Result) { self.result = result }

            package init(fields field: some FieldCoder<Self>) throws(WireError) {
                result = try field(\.result, .choice("update result"))
            }
        }
    }

    /// Changes the tree, acknowledges inputs, or both.
    ///
    /// - Direction: extension to host. The first update creates the tree, and each further one applies to the result of
    ///   those before it. The event is not answered.
    /// - Trust: the extension may lie about everything in it. The host checks every operation against the tree and
    ///   `ViewLimits` and ends the session at the first violation.
    package struct Update: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x326
        /// The number of the last ``Input`` that was handled before this update; 0 if there was none.
        package var handled: UInt32
        /// The changes, in the order in which to apply them; may be empty.
        package var operations: [ViewOperation]

        /// Creates the event.
        package init(handled: UInt32, operations: [ViewOperation]) {
            self.handled = handled
            self.operations = operations
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            handled = try field(\.handled, .u32)
            operations = try field(\.operations, .list(of: .value(ViewOperation.self)))
        }
    }

    /// Adds an image that nodes may show from now on.
    ///
    /// - Direction: extension to host, before the first update that names it. The event is not answered.
    /// - Trust: the host checks the number, the size and the image's header against `ViewLimits`, and nothing else
    ///   until it draws the image.
    package struct Image: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x327
        /// The number by which nodes name the image; one that is not in use.
        package var id: UInt32
        /// The image as PNG or JPEG; at most `ViewLimits.imageBytes`.
        package var bytes: [UInt8]

        /// Creates the event.
        package init(id: UInt32, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            id = try field(\.id, .u32)
            bytes = try field(\.bytes, .data)
        }
    }

    /// Removes images that no node shows any more.
    ///
    /// - Direction: extension to host. The event is not answered.
    /// - Trust: the host checks that the images exist and that no node shows them.
    package struct ReleaseImages: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x328
        /// The numbers of the images.
        package var ids: [UInt32]

        /// Creates the event.
        package init(_ ids: [UInt32]) { self.ids = ids }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            ids = try field(\.ids, .list(of: .u32))
        }
    }
}
