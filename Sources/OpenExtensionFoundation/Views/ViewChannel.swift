import AppexProtocol
import AppexWire
import OpenFoundation
package import OpenViewTree

/// The way of a view to its host. A host that has gone is not told anything; the request ends by itself.
package final class ViewChannel: Sendable {
    private let send: @Sendable (Outgoing) -> Void

    /// What travels.
    package enum Outgoing: Sendable {
        case update(handled: UInt32, [ViewOperation])
        case image(id: UInt32, bytes: [UInt8])
        case releaseImages([UInt32])
    }

    /// - Parameter send: for tests that look at what travels.
    package init(_ send: @escaping @Sendable (Outgoing) -> Void) { self.send = send }

    convenience init(_ session: ItemSession) {
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
                // What follows would change a tree that the host does not have.
                connection.reject(.tooLarge(what, limit: limit))
            } catch {}
        }
    }

    /// Sends changes of the tree, all of which are seen at once.
    ///
    /// - Parameter handled: the number of the last event that has been worked off.
    package func update(handled: UInt32, _ operations: [ViewOperation]) {
        send(.update(handled: handled, operations))
    }

    /// Sends a picture that nodes may show from now on.
    ///
    /// - Parameter bytes: PNG or JPEG, at most ``ViewLimits/imageBytes``.
    package func image(_ id: UInt32, _ bytes: [UInt8]) { send(.image(id: id, bytes: bytes)) }

    package func releaseImages(_ ids: [UInt32]) { send(.releaseImages(ids)) }
}
