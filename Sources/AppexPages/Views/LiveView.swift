package import Foundation
package import OpenExtensionKit
package import OpenViewTree

/// The state of a view that a tab shows: the tree that the page has, and the events that the extension has not handled
/// yet.
package struct LiveView {
    /// The number of the session in the page.
    package let session: Int
    /// The extension's view.
    package let view: ExtensionView
    private var patches = ViewPatches()
    /// The tree that the page shows.
    package private(set) var tree = ViewTree()
    /// Numbers the messages about the view, so that the page notices if it has missed one.
    private var serial = 0
    /// The events that the extension has not handled yet, with their numbers there and in the page.
    private var events: [(number: UInt32, page: Int)] = []
    /// The page's number of the last handled event.
    private var handled = 0
    private var lastNumber: UInt32 = 0
    private var lastHandled: UInt32 = 0
    /// Values that the page shows but that were not sent to the extension, with the number of the preceding event.
    private var refused: [Setting: UInt32] = [:]

    private struct Setting: Hashable {
        let node: UInt32
        let attribute: ViewAttribute
    }

    /// Creates the state of a view of which the page knows nothing.
    package init(session: Int, view: ExtensionView) {
        self.session = session
        self.view = view
    }

    /// Creates the message for an update.
    package mutating func message(_ update: ViewUpdate) -> Data {
        work(off: update.handled)
        tree = update.tree
        serial += 1
        defer { patches.forgetImages { view.image($0) != nil } }
        return message(
            update.operations.map(latest) + revertRefused(), isWhole: update.isWhole, isResponding: update.isResponding)
    }

    /// The operation with the current value: within one combined update, the user may have changed it after the
    /// extension.
    private func latest(_ operation: ViewOperation) -> ViewOperation {
        guard case .set(let id, let attribute, _) = operation, let node = tree[id] else { return operation }
        return .set(id: id, attribute, node.attributes[attribute])
    }

    /// Creates the message for the whole view, in its last state, for a page that does not have it.
    package mutating func whole() -> Data { message(tree.operations, isWhole: true, isResponding: true) }

    /// Sends an event to the extension.
    ///
    /// - Parameter page: the number of the event in the page.
    /// - Returns: a message for the page if the event has no effect; otherwise nil.
    package mutating func send(_ event: ViewEvent, to node: UInt32, page: Int) -> Data? {
        if let number = view.send(event, to: node) {
            lastNumber = number
            tree.note(event, of: node)
        } else if let (attribute, _) = event.setting, attribute != .isFocused, tree[node] != nil {
            // Where the focus is, is the browser's own matter.
            refused[Setting(node: node, attribute: attribute)] = lastNumber
        }
        // What was not sent is worked off with what was sent before.
        if events.last?.number == lastNumber { events.removeLast() }
        events.append((lastNumber, page))
        guard lastNumber <= lastHandled else { return nil }
        work(off: lastHandled)
        serial += 1
        return message(revertRefused(), isWhole: false, isResponding: true)
    }

    /// The operations that restore the extension's values where the user's values were not sent. They are sent together
    /// with the acknowledgement of the events, because the page ignores older values.
    private mutating func revertRefused() -> [ViewOperation] {
        let due = refused.filter { $0.value <= lastHandled }.keys
        for setting in due { refused[setting] = nil }
        return due.compactMap { setting in
            tree[setting.node].map { .set(id: $0.id, setting.attribute, $0.attributes[setting.attribute]) }
        }
    }

    /// The image at an address that the page has.
    package func image(_ id: UInt32, generation: Int) -> ViewImage? {
        guard let known = patches.images[id], known.generation == generation else { return nil }
        return known.image
    }

    /// The operations that create the view in its last state, as JSON, and its images.
    package mutating func contents() -> (operations: [UInt8], images: [UInt32: (image: ViewImage, generation: Int)]) {
        var json = JSONText()
        patches.write(tree.operations, to: &json) { [view] in view.image($0) }
        return (json.bytes, patches.images)
    }

    private mutating func work(off number: UInt32) {
        lastHandled = max(lastHandled, number)
        while let first = events.first, first.number <= lastHandled {
            handled = first.page
            events.removeFirst()
        }
    }

    private mutating func message(_ operations: [ViewOperation], isWhole: Bool, isResponding: Bool) -> Data {
        var json = JSONText()
        json.raw("{\"is\":\"view\",\"session\":")
        json.integer(session)
        json.raw(",\"v\":")
        json.integer(serial)
        json.raw(",\"handled\":")
        json.integer(handled)
        if isWhole { json.raw(",\"whole\":true") }
        if !isResponding { json.raw(",\"late\":true") }
        json.raw(",\"ops\":")
        patches.write(operations, to: &json) { [view] in view.image($0) }
        json.raw("}")
        return Data(json.bytes)
    }
}
