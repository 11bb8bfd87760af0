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
    /// What the page shows and the extension never gets, with the number of the event before it.
    private var refused: [Setting: UInt32] = [:]

    private struct Setting: Hashable {
        let node: UInt32
        let attribute: ViewAttribute
    }

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
        return message(
            update.operations.map(latest) + takeBack(), isWhole: update.isWhole, isResponding: update.isResponding)
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
    /// - Returns: a message for the page when it is known already that the extension does nothing.
    mutating func send(_ event: ViewEvent, to node: UInt32, page: Int) -> Data? {
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
        return message(takeBack(), isWhole: false, isResponding: true)
    }

    /// The operations that show again what the extension has, where that is not what the person has set. They come with
    /// the news that those events are worked off, as the page takes what it hears before for older.
    private mutating func takeBack() -> [ViewOperation] {
        let due = refused.filter { $0.value <= lastHandled }.keys
        for setting in due { refused[setting] = nil }
        return due.compactMap { setting in
            tree[setting.node].map { .set(id: $0.id, setting.attribute, $0.attributes[setting.attribute]) }
        }
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
