import Foundation
import OpenExtensionKit
import OpenViewTree

/// A view that a tab shows: what the page knows of it, and how far the extension has come with what the page has sent.
struct LiveView {
    let session: Int
    let view: ExtensionView
    private var patches = ViewPatches()
    /// What the page shows.
    private(set) var tree = ViewTree()
    /// Counts the messages about the view, so that the page can tell when it has missed one.
    private var serial = 0
    /// Of the page's events that the extension has not worked off: the event's number there, and in the page.
    private var events: [(number: UInt32, page: Int)] = []
    /// The number of the page's last event that has been worked off.
    private var handled = 0
    private var lastNumber: UInt32 = 0
    private var lastHandled: UInt32 = 0

    init(session: Int, view: ExtensionView) {
        self.session = session
        self.view = view
    }

    /// A change, as the page reads it.
    mutating func message(_ update: ViewUpdate) -> Data {
        work(off: update.handled)
        tree = update.tree
        serial += 1
        defer { patches.forgetImages { view.image($0) != nil } }
        return message(update.operations.map(latest), isWhole: update.isWhole, isResponding: update.isResponding)
    }

    /// A value as it is now: a person may have changed it after the extension, in what is one update here.
    private func latest(_ operation: ViewOperation) -> ViewOperation {
        guard case .set(let id, let attribute, _) = operation, let node = tree[id] else { return operation }
        return .set(id: id, attribute, node.attributes[attribute])
    }

    /// The whole view as it was told last, for a page that knows nothing.
    mutating func whole() -> Data { message(tree.operations, isWhole: true, isResponding: true) }

    /// Passes an event on.
    ///
    /// - Parameter page: its number in the page.
    /// - Returns: a message for the page when it is known already that nothing comes of it.
    mutating func send(_ event: ViewEvent, to node: UInt32, page: Int) -> Data? {
        if let number = view.send(event, to: node) {
            lastNumber = number
            tree.note(event, of: node)
        }
        // What was not sent is worked off with what was sent before.
        if events.last?.number == lastNumber { events.removeLast() }
        events.append((lastNumber, page))
        guard lastNumber <= lastHandled else { return nil }
        work(off: lastHandled)
        serial += 1
        return message([], isWhole: false, isResponding: true)
    }

    /// The picture at an address that the page has.
    func image(_ id: UInt32, generation: Int) -> ViewImage? {
        guard let known = patches.images[id], known.generation == generation else { return nil }
        return known.image
    }

    /// A picture of what is shown, for when the view is away.
    mutating func snapshot() -> WidgetSnapshot {
        var json = JSONText()
        patches.write(tree.operations, to: &json) { [view] in view.image($0) }
        return WidgetSnapshot(operations: json.bytes, images: patches.images)
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
