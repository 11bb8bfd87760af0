import Foundation
import OpenFoundation
import Testing

@Suite(.accounted) struct NSExtensionContextTests {
    private func context(
        _ history: History, _ items: [NSExtensionItem] = [], expiry: Duration = NSExtensionContext.expiry
    ) -> NSExtensionContext {
        NSExtensionContext(inputItems: items, expiry: expiry) { outcome, told in
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

    @Test func `AT-24: a completion handler that goes on for too long is called again, with true, meanwhile`()
        async throws
    {
        let history = History()
        let stop = DispatchSemaphore(value: 0)
        let returned = Promise<Void>()
        context(history, expiry: .milliseconds(20)).completeRequest(returningItems: []) { expired in
            history.add("begins \(expired)")
            if expired {
                stop.signal()
            } else {
                stop.wait()
                history.add("stopped")
                returned.give(())
            }
        }
        try await returned.value
        #expect(history.all == ["completed 0", "begins false", "begins true", "stopped"])
    }

    @Test(arguments: [false, true])
    func `AT-24: only a completion handler that does not stop when it is told to is overdue`(stops: Bool) async throws {
        let history = History()
        let stop = DispatchSemaphore(value: 0)
        let end = Promise<Void>()
        let context = NSExtensionContext(
            inputItems: [], expiry: .milliseconds(10), grace: .milliseconds(stops ? 500 : 10),
            overdue: {
                history.add("overdue")
                stop.signal()
            }
        ) { $1() }
        context.completeRequest(returningItems: []) { expired in
            if expired {
                if stops { stop.signal() }
                return
            }
            stop.wait()
            history.add("stopped")
            end.give(())
        }
        try await end.value
        #expect(history.all == (stops ? ["stopped"] : ["overdue", "stopped"]))
    }

    @Test(.timeLimit(.minutes(4))) func `a completion handler that has returned is let go of`() async throws {
        final class Kept: Sendable {
            let end: Promise<Void>
            init(_ end: Promise<Void>) { self.end = end }
            deinit { end.give(()) }
        }
        let end = Promise<Void>()
        do {
            let kept = Kept(end)
            context(History(), expiry: .seconds(3600)).completeRequest(returningItems: []) { _ in _ = kept }
        }
        // If it were kept until it expires, this would wait for an hour.
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
