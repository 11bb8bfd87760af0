@testable import AppexPages
import ExtensionTesting
import Foundation
import OpenExtensionFoundation
import OpenExtensionKit
import Testing

@testable import appex_web

/// What the page is told of a view.
@Suite(.timeLimit(.minutes(30))) struct LiveViewTests {
    private static func present() async throws -> ExtensionView {
        try await InProcessExtension { Tenths() }.present([], traits: ViewTraits(width: 390, height: 600)).view
    }

    private struct Message: Decodable {
        let v: Int
        let handled: Int
    }

    private func read(_ message: Data) throws -> (head: Message, operations: NSArray) {
        let object = try JSONSerialization.jsonObject(with: message) as? [String: Any]
        return (
            try JSONDecoder().decode(Message.self, from: message), try #require(object?["ops"] as? [Any]) as NSArray
        )
    }

    @Test func `of a value that extension and person have changed the page is told what it is now`() async throws {
        let view = try await Self.present()
        var live = LiveView(session: 1, view: view)
        var updates = view.updates.makeAsyncIterator()
        _ = live.message(try #require(await updates.next()))
        var others = view.updates.makeAsyncIterator()
        func waitUntilHandled(_ number: UInt32?) async throws {
            let number = try #require(number)
            while let update = await others.next(), update.handled < number {}
        }
        try await waitUntilHandled(view.send(.setNumber(0.31, isFinal: true), to: Tenths.slider))
        try await waitUntilHandled(view.send(.setNumber(0.4, isFinal: true), to: Tenths.slider))
        let told = try read(live.message(try #require(await updates.next())))
        #expect(told.operations == [["s", Tenths.slider, "value", 0.4]] as NSArray)
        await view.dismiss()
    }

    @Test func `a text that the extension never gets is taken back from the page`() async throws {
        let view = try await Self.present()
        var live = LiveView(session: 1, view: view)
        var updates = view.updates.makeAsyncIterator()
        _ = live.message(try #require(await updates.next()))
        let text = String(repeating: "x", count: ViewLimits.textBytes + 1)
        let long = ViewEvent.edit(text: text, selectionStart: 0, selectionEnd: 0)
        let takenBack = [["s", Tenths.field, "text", "Hello"]] as NSArray
        let refusal = live.send(long, to: Tenths.field, page: 7)
        let answer = try read(try #require(refusal))
        #expect(answer.operations == takenBack && answer.head.handled == 7)

        // With others on their way it comes when those have been worked off.
        let moved = live.send(.setNumber(0.5, isFinal: true), to: Tenths.slider, page: 8)
        let typed = live.send(long, to: Tenths.field, page: 9)
        #expect(moved == nil && typed == nil)
        // On a slow machine a host is told first that the extension does not respond.
        var update = try #require(await updates.next())
        while update.handled == 0 {
            #expect(try read(live.message(update)).operations.count == 0)
            update = try #require(await updates.next())
        }
        let later = try read(live.message(update))
        #expect(later.operations == takenBack && later.head.handled == 9 && later.head.v > answer.head.v)
        await view.dismiss()
    }
}

/// A principal object with a slider, which goes by tenths, and a field for text.
private final class Tenths: NSObject, @preconcurrency NSExtensionRequestHandling, ViewPresenting {
    nonisolated static let slider: UInt32 = 2
    nonisolated static let field: UInt32 = 3
    private var channel: ViewChannel?

    func beginRequest(with context: NSExtensionContext) {}
    func prepare(for context: NSExtensionContext) {}

    func present(in channel: ViewChannel, traits: ViewTraits) {
        self.channel = channel
        channel.update(
            handled: 0,
            [
                .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
                .insert(id: Self.slider, kind: .slider, parent: 1, index: 0),
                .insert(id: Self.field, kind: .textField, parent: 1, index: 1),
                .set(id: Self.field, .text, .text("Hello")),
            ])
    }

    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) {
        guard case .setNumber(let value, _) = event else { return channel?.update(handled: number, []) ?? () }
        let rounded = (value * 10).rounded() / 10
        let isOther = rounded != value
        channel?.update(handled: number, isOther ? [.set(id: Self.slider, .value, .number(rounded))] : [])
    }

    func change(to traits: ViewTraits) {}
    func didPresent() {}
    func dismiss() {}
    func memoryIsLow() {}
    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) { reply(.noData) }
}
