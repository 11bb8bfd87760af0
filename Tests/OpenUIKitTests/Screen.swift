import AppexProtocol
import AppexWire
import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A host in the process of the test: it keeps the tree, checks every update against the schema, and does what a person
/// does. Nothing waits for time: what would be sent soon is sent by ``turn()``.
@MainActor
final class Screen {
    let controller: UIViewController
    private(set) var tree = ViewTree()
    /// All that came, in order.
    private(set) var updates: [(handled: UInt32, operations: [ViewOperation])] = []
    private(set) var images: [UInt32: [UInt8]] = [:]
    private(set) var released: [UInt32] = []
    private var scheduled: [@MainActor @Sendable () -> Void] = []
    private var lastInput: UInt32 = 0
    /// How a request on this screen ended.
    var outcome: NSExtensionContext.Outcome? { received.outcome }
    private let received = Received()

    /// What a channel hands over, which may be called from any thread.
    private final class Received: @unchecked Sendable {  // used on the main thread only
        var outgoing: [ViewChannel.Outgoing] = []
        var outcome: NSExtensionContext.Outcome?
    }

    /// Shows a controller as the request loop does.
    init(
        _ controller: UIViewController, items: [NSExtensionItem] = [],
        traits: ViewTraits = ViewTraits(width: 400, height: 600),
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) throws {
        self.controller = controller
        let received = received
        let context = NSExtensionContext(inputItems: items) { outcome, told in
            received.outcome = outcome
            told()
        }
        controller.prepare(for: context)
        controller.beginRequest(with: context)
        let pacer = UpdatePacer(now: now, schedule: { [weak self] _, body in self?.scheduled.append(body) })
        controller.show(in: ViewChannel { received.outgoing.append($0) }, traits: traits, pacer: pacer)
        try turn()
    }

    /// A controller with one view in it, which fills it.
    convenience init(
        _ view: UIView, traits: ViewTraits = ViewTraits(width: 400, height: 600),
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) throws {
        let controller = UIViewController()
        controller.view = view
        try self.init(controller, traits: traits, now: now)
    }

    /// Lets happen what would happen next, and nothing that this asks for.
    func turnOnce() {
        let bodies = scheduled
        scheduled = []
        for body in bodies { body() }
    }

    /// Lets everything happen that would happen soon.
    func turn() throws {
        while !scheduled.isEmpty { turnOnce() }
        let outgoing = received.outgoing
        received.outgoing = []
        for message in outgoing { try take(message) }
    }

    private func take(_ message: ViewChannel.Outgoing) throws {
        switch message {
        case .update(let handled, let operations):
            updates.append((handled, operations))
            try tree.apply(operations) { images[$0] != nil }
        case .image(let id, let bytes):
            #expect(images[id] == nil, "the number of an image is in use")
            images[id] = bytes
        case .releaseImages(let ids):
            released += ids
            for id in ids { #expect(images.removeValue(forKey: id) != nil) }
            #expect(!tree.nodes.values.contains { $0.image(.image).map(ids.contains) == true })
        }
    }

    func present() throws {
        controller.didPresent()
        try turn()
    }

    /// Does something to a node.
    func send(_ event: ViewEvent, to node: UInt32) throws {
        lastInput += 1
        controller.handle(event, of: node, number: lastInput)
        try turn()
        #expect(updates.last?.handled == lastInput)
    }

    func send(_ event: ViewEvent, to view: UIView) throws { try send(event, to: view.nodeID) }

    /// The changes since something was done.
    func changes(_ body: () throws -> Void) throws -> [ViewOperation] {
        let count = updates.count
        try body()
        try turn()
        return updates[count...].flatMap(\.operations)
    }

    /// Bytes of the last update on the wire.
    var lastUpdateBytes: Int {
        get throws {
            let last = try #require(updates.last)
            return try ViewInterface.Update(handled: last.handled, operations: last.operations).wireBytes().count
        }
    }

    subscript(view: UIView) -> ViewNode? { tree[view.nodeID] }

    /// All nodes of a kind, in the order of the tree.
    func all(_ kind: ViewKind) -> [ViewNode] {
        var result: [ViewNode] = []
        var rest = [ViewTree.window]
        while let id = rest.popLast() {
            guard let node = tree[id] else { continue }
            if node.kind == kind { result.append(node) }
            rest += node.children.reversed()
        }
        return result
    }

    /// The layout, one line for each node: its kind, what it says, and what is in it.
    func outline(of id: UInt32? = nil, _ level: Int = 0) -> String {
        guard let node = tree[id ?? ViewTree.window] else { return "" }
        let attributes = node.attributes.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Self.text($0.key, $0.value)
        }
        let line = String(repeating: "  ", count: level) + (["\(node.kind)"] + attributes).joined(separator: " ")
        return ([line] + node.children.map { outline(of: $0, level + 1) }).joined(separator: "\n")
    }

    private static func text(_ attribute: ViewAttribute, _ value: ViewValue) -> String {
        switch value {
        case .flag(let flag): flag ? "\(attribute)" : "!\(attribute)"
        case .integer(let number): "\(attribute)=\(number)"
        case .number(let number): "\(attribute)=\(number.formatted(.number.grouping(.never)))"
        case .text(let text): "\(attribute)=\"\(text)\""
        case .insets(let insets):
            "\(attribute)=\(Int(insets.top)),\(Int(insets.leading)),\(Int(insets.bottom)),\(Int(insets.trailing))"
        case .choice(let number):
            if case .choice(let names) = ViewSchema.domain(of: attribute) {
                "\(attribute)=\(names[Int(number)])"
            } else {
                "\(attribute)=\(number)"
            }
        default: "\(attribute)=\(value)"
        }
    }
}
