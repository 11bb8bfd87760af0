import Foundation
import OpenExtensionFoundation
import OpenExtensionKit
import Synchronization

/// A principal object with a view that the test itself makes: a label, a slider and a button, and whatever the test sends.
final class HandMadeView: NSObject, @preconcurrency NSExtensionRequestHandling, ViewPresenting {
    /// What was done to it, for the test to read.
    final class Record: Sendable {
        private let calls: AsyncStream<String>.Continuation
        let events: AsyncStream<String>

        init() { (events, calls) = AsyncStream.makeStream(of: String.self) }

        func add(_ call: String) { calls.yield(call) }

        /// The next calls.
        func next(_ count: Int) async -> [String] { await events.prefix(count).reduce(into: []) { $0.append($1) } }
    }

    nonisolated static let label: UInt32 = 2
    nonisolated static let slider: UInt32 = 3
    nonisolated static let done: UInt32 = 4
    nonisolated static let tree: [ViewOperation] = [
        .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
        .insert(id: label, kind: .label, parent: 1, index: 0),
        .set(id: label, .text, .text("0")),
        .insert(id: slider, kind: .slider, parent: 1, index: 1),
        .insert(id: done, kind: .button, parent: 1, index: 2),
        .set(id: done, .text, .text("Done")),
    ]

    private let record: Record
    private let tree: [ViewOperation]
    private let handle: @MainActor (HandMadeView, ViewEvent, UInt32, UInt32) -> Void
    private(set) var context: NSExtensionContext?
    private(set) var channel: ViewChannel?

    /// - Parameter more: what is shown beside the three.
    /// - Parameter handle: does what an event asks for; nil for what people expect of the three.
    init(
        _ record: Record = Record(), adding more: [ViewOperation] = [],
        handle: (@MainActor (HandMadeView, ViewEvent, UInt32, UInt32) -> Void)? = nil
    ) {
        self.record = record
        tree = Self.tree + more
        self.handle = handle ?? Self.react
    }

    private static func react(_ view: HandMadeView, _ event: ViewEvent, _ node: UInt32, _ number: UInt32) {
        switch event {
        case .setNumber(let value, _):
            view.channel?.update(handled: number, [.set(id: label, .text, .text("\(value)"))])
        case .activate:
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "done")
            view.context?.completeRequest(returningItems: [item])
        default: view.channel?.update(handled: number, [])
        }
    }

    func beginRequest(with context: NSExtensionContext) { self.context = context }
    func prepare(for context: NSExtensionContext) { self.context = context }

    func present(in channel: ViewChannel, traits: ViewTraits) {
        self.channel = channel
        record.add("present \(traits.width)")
        channel.update(handled: 0, tree)
    }

    func change(to traits: ViewTraits) { record.add("change \(traits.width)") }
    func didPresent() { record.add("didPresent") }
    func dismiss() { record.add("dismiss") }
    func memoryIsLow() { record.add("memoryIsLow") }

    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) {
        record.add("\(event) \(node)")
        handle(self, event, node, number)
    }

    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) { reply(.newData) }
}
