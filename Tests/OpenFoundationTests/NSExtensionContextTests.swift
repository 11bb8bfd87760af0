import Foundation
import OpenFoundation
import Testing

@Suite(.accounted) struct NSExtensionContextTests {
    private func context(
        _ history: History, _ items: [NSExtensionItem] = [], protecting work: ProtectedWork = ProtectedWork()
    ) -> NSExtensionContext {
        NSExtensionContext(inputItems: items, protecting: work) { outcome, told in
            switch outcome {
            case .completed(let items): history.add("completed \(items.count)")
            case .cancelled(let error, let items):
                let places = items.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.code)" }
                history.add("cancelled \((error as NSError).code) \(places)")
            }
            told()
        }
    }

    @Test func `AT-20: input items are an empty list, not nil`() {
        #expect(context(History()).inputItems.isEmpty)
    }

    @Test func `AT-22: a request completes without a second argument`() {
        let history = History()
        context(history).completeRequest(returningItems: nil)
        #expect(history.all == ["completed 0"])
    }

    @Test func `AT-35: only the first end counts`() {
        let history = History()
        let context = context(history)
        context.cancelRequest(withError: NSError(domain: "d", code: 5))
        context.completeRequest(returningItems: [NSExtensionItem()])
        context.cancelRequest(withError: NSError(domain: "d", code: 6))
        #expect(history.all == ["cancelled 5 []"])
    }

    @Test func `the completion handler runs with false after the host was told, and only then`() async throws {
        let history = History()
        let context = context(history)
        let returned = Promise<Void>()
        context.completeRequest(returningItems: []) { expired in
            history.add("expired \(expired)")
            returned.give(())
        }
        try await returned.value
        context.completeRequest(returningItems: []) { _ in history.add("twice") }
        #expect(history.all == ["completed 0", "expired false"])
    }

    @Test func `AT-24: a completion handler that goes on is called again, with true, when its time is over`()
        async throws
    {
        let history = History()
        let work = ProtectedWork()
        let stop = DispatchSemaphore(value: 0)
        let (begun, ended, settled) = (Promise<Void>(), Promise<Void>(), Promise<Void>())
        context(history, protecting: work).completeRequest(returningItems: []) { expired in
            history.add("begins \(expired)")
            if expired { return _ = stop.signal() }
            begun.give(())
            stop.wait()
            history.add("stopped")
        }
        try await begun.value
        work.prepareForSuspension { settled.give(()) }
        #expect(history.all == ["completed 0", "begins false"])
        work.expire { ended.give(()) }
        try await ended.value
        try await settled.value
        #expect(history.all == ["completed 0", "begins false", "begins true", "stopped"])
    }

    @Test func `the process is not frozen between a completion and the call of its handler`() async throws {
        let history = History()
        let work = ProtectedWork()
        let tell = Promise<@Sendable () -> Void>()
        let context = NSExtensionContext(inputItems: [], protecting: work) { tell.give($1) }
        let (settled, returned) = (Promise<Void>(), Promise<Void>())
        context.completeRequest(returningItems: []) { expired in
            history.add("called \(expired)")
            returned.give(())
        }
        work.prepareForSuspension {
            history.add("settled")
            settled.give(())
        }
        #expect(history.all.isEmpty)
        try await tell.value()
        try await settled.value
        #expect(history.all == ["called false", "settled"])
    }

    @Test func `a completion handler whose time is over before it is called is called with true alone`() async throws {
        let history = History()
        let work = ProtectedWork()
        let ended = Promise<Void>()
        let tell = Promise<@Sendable () -> Void>()
        let context = NSExtensionContext(inputItems: [], protecting: work) { tell.give($1) }
        context.completeRequest(returningItems: []) { history.add("called \($0)") }
        work.prepareForSuspension {}
        work.expire { ended.give(()) }
        try await tell.value()
        try await ended.value
        #expect(history.all == ["called true"])
    }

    @Test(.timeLimit(.minutes(30))) func `a completion handler that has returned is let go of`() async throws {
        final class Kept: Sendable {
            let end: Promise<Void>
            init(_ end: Promise<Void>) { self.end = end }
            deinit { end.give(()) }
        }
        let end = Promise<Void>()
        do {
            let kept = Kept(end)
            context(History()).completeRequest(returningItems: []) { _ in _ = kept }
        }
        try await end.value
    }

    @Test func `errors about input items are told by their place`() {
        let history = History()
        let items = (0..<3).map { _ in NSExtensionItem() }
        let errors: [NSExtensionItem: NSError] = [
            items[2]: NSError(domain: "d", code: 12), items[0]: NSError(domain: "d", code: 10),
            NSExtensionItem(): NSError(domain: "d", code: 99),
        ]
        context(history, items).cancelRequest(
            withError: NSError(domain: "d", code: 1, userInfo: [NSExtensionItemsAndErrorsKey: errors]))
        #expect(history.all == ["cancelled 1 [\"0: 10\", \"2: 12\"]"])
    }

    @Test func `a URL is not opened, and the extension hears of it`() async throws {
        let context = context(History())
        let url = try #require(URL(string: "example://open"))
        let opened = Promise<Bool>()
        context.open(url) { opened.give($0) }
        #expect(try await opened.value == false)
        #expect(await context.open(url) == false)
    }

    @Test func `AT-31: the host's state is posted with the context and without userInfo, until the request ends`() {
        let history = History()
        let (first, second) = (context(History()), context(History()))
        let tokens = [first, second].map { context in
            NotificationCenter.default.addObserver(
                forName: .NSExtensionHostDidEnterBackground, object: context, queue: nil
            ) { note in
                let name = note.object as? NSExtensionContext === first ? "first" : "second"
                history.add("\(name) \(note.name.rawValue) \(note.userInfo as Any)")
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        first.hostChanged(.NSExtensionHostDidEnterBackground)
        first.hostChanged(.NSExtensionHostDidBecomeActive)
        second.hostChanged(.NSExtensionHostDidEnterBackground)
        first.completeRequest(returningItems: nil)
        first.hostChanged(.NSExtensionHostDidEnterBackground)
        #expect(
            history.all == [
                "first NSExtensionHostDidEnterBackgroundNotification nil",
                "second NSExtensionHostDidEnterBackgroundNotification nil",
            ])
    }
}
