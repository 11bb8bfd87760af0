import OpenExtensionFoundation
import OpenExtensionKit
import OpenFoundation
import OpenViewTree
import Testing

/// What a host sees of an extension's view, and what the extension hears of the host.
@Suite(.timeLimit(.minutes(30))) struct ViewHostTests {
    private static let traits = ViewTraits(width: 390, height: 600)

    @Test func `the first update brings the whole tree, later ones what has changed`() async throws {
        let view = try await InProcessExtension { HandMadeView() }.present([], traits: Self.traits).view
        var updates = view.updates.makeAsyncIterator()
        let first = try #require(await updates.next())
        #expect(first.isWhole && first.tree == view.tree && first.handled == 0)
        #expect(first.tree[HandMadeView.done]?.text(.text) == "Done")

        let number = try #require(view.send(.setNumber(0.5, isFinal: true), to: HandMadeView.slider))
        let second = try #require(await updates.next())
        #expect(!second.isWhole && second.handled == number)
        #expect(second.operations == [.set(id: HandMadeView.label, .text, .text("0.5"))])
        await view.dismiss()
        #expect(await updates.next() == nil)
    }

    @Test func `AT-32: an extension that has completed is told that its view leaves before the host has its items`()
        async throws
    {
        let record = HandMadeView.Record()
        let view = try await InProcessExtension { HandMadeView(record) }.present([], traits: Self.traits).view
        view.presented()
        view.setTraits(ViewTraits(width: 500, height: 600))
        view.send(.activate, to: HandMadeView.done)
        #expect(try await view.outcome().first?.attributedContentText?.string == "done")
        #expect(
            await record.next(5) == [
                "present 390.0", "didPresent", "change 500.0", "activate \(HandMadeView.done)", "dismiss",
            ])
    }

    @Test func `traits that are out of bounds are brought within them, at the beginning and later`() async throws {
        let record = HandMadeView.Record()
        let wrong = ViewTraits(
            width: 0, height: .nan, scale: .infinity, language: String(repeating: "x", count: 1000))
        let view = try await InProcessExtension { HandMadeView(record) }.present([], traits: wrong).view
        view.setTraits(ViewTraits(width: .infinity, height: 600))
        // The same room again, which the extension is not told.
        view.setTraits(ViewTraits(width: 1e9, height: 600))
        view.presented()
        #expect(await record.next(3) == ["present 1.0", "didPresent", "change 16384.0"])
        await view.dismiss()
    }

    @Test func `a view that the host dismisses hears of it, and its request is taken back`() async throws {
        let record = HandMadeView.Record()
        let view = try await InProcessExtension { HandMadeView(record) }.present([], traits: Self.traits).view
        await view.dismiss()
        await #expect(throws: CancellationError.self) { _ = try await view.outcome() }
        #expect(await record.next(3) == ["present 390.0", "didPresent", "dismiss"])
    }

    @Test func `an extension without a view only completes`() async throws {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: "hello")
        let view = try await InProcessExtension { Shout() }.present([item], traits: Self.traits).view
        #expect(!view.showsView)
        #expect(try await view.outcome().first?.attributedContentText?.string == "HELLO")
    }

    @Test func `a widget says what it has when it is asked`() async throws {
        let view = try await InProcessExtension { HandMadeView() }.present([], traits: Self.traits).view
        #expect(try await view.performUpdate() == .newData)
        await view.dismiss()
        await #expect(throws: ExtensionError.self) { try await view.performUpdate() }
    }
}
