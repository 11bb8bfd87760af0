import AppexProtocol
import AppexWire
import OpenFoundation
package import OpenViewTree

/// Sends the content of a view to its host. If the host has closed its end, messages are discarded, and the request ends by
/// itself.
package final class ViewChannel: Sendable {
    private let send: @Sendable (Outgoing) -> Void

    /// A message to the host.
    package enum Outgoing: Sendable {
        case update(handled: UInt32, [ViewOperation])
        case image(id: UInt32, bytes: [UInt8])
        case releaseImages([UInt32])
    }

    /// Creates a channel that passes its messages to `send`, for tests.
    package init(_ send: @escaping @Sendable (Outgoing) -> Void) { self.send = send }

    convenience init(_ session: ItemExchange) {
        let connection = session.connection
        self.init { outgoing in
            do throws(WireError) {
                switch outgoing {
                case .update(let handled, let operations):
                    try connection.send(ViewInterface.Update(handled: handled, operations: operations))
                case .image(let id, let bytes): try connection.send(ViewInterface.Image(id: id, bytes: bytes))
                case .releaseImages(let ids): try connection.send(ViewInterface.ReleaseImages(ids))
                }
            } catch .tooLarge(let what, let limit) {
                // Later updates would refer to a tree that the host does not have.
                connection.reject(.tooLarge(what, limit: limit))
            } catch {}
        }
    }

    /// Sends changes of the tree, which the host applies together.
    ///
    /// - Parameter handled: the number of the last event that has been handled; 0 for none.
    package func update(handled: UInt32, _ operations: [ViewOperation]) {
        send(.update(handled: handled, operations))
    }

    /// Sends an image, which nodes may show from now on.
    ///
    /// - Parameter bytes: a PNG or JPEG file of at most ``ViewLimits/imageBytes``.
    package func image(_ id: UInt32, _ bytes: [UInt8]) { send(.image(id: id, bytes: bytes)) }

    /// Tells the host that images are no longer used. No node may show them.
    package func releaseImages(_ ids: [UInt32]) { send(.releaseImages(ids)) }
}
