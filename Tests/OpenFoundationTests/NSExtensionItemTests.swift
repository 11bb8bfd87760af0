import Foundation
import OpenFoundation
import Synchronization
import Testing

@Suite struct NSExtensionItemTests {
    @Test func propertiesAreKeptInUserInfo() {
        let item = NSExtensionItem()
        #expect(item.userInfo == nil)
        item.attributedTitle = NSAttributedString(string: "Title")
        item.attachments = [NSItemProvider()]
        #expect((item.userInfo?[NSExtensionItemAttributedTitleKey] as? NSAttributedString)?.string == "Title")
        #expect((item.userInfo?[NSExtensionItemAttachmentsKey] as? [NSItemProvider])?.count == 1)
    }

    @Test func `AT-48: assigning userInfo replaces the properties`() {
        let item = NSExtensionItem()
        item.attributedTitle = NSAttributedString(string: "old")
        item.userInfo = ["custom": 1]
        #expect(item.attributedTitle == nil)
        item.attributedTitle = NSAttributedString(string: "new")
        #expect(item.userInfo?["custom"] as? Int == 1)
        #expect(item.attributedTitle?.string == "new")
    }

    @Test func titleTextAndUserInfoCrossASession() throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        item.attributedTitle = NSAttributedString(string: "Title")
        item.attributedContentText = NSAttributedString(string: "Text")
        item.userInfo?["org.example.page"] = ["number": 7]
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first)
        #expect(arrived !== item)
        #expect(arrived.attributedTitle?.string == "Title")
        #expect(arrived.attributedContentText?.string == "Text")
        #expect((arrived.userInfo?["org.example.page"] as? [String: Any])?["number"] as? Int == 7)
        #expect(arrived.attachments == nil)
    }
}

@Suite struct NSExtensionContextTests {
    private final class History: Sendable {
        let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func context(_ history: History) -> NSExtensionContext {
        NSExtensionContext(inputItems: []) { outcome, told in
            switch outcome {
            case .completed(let items): history.add("completed \(items.count)")
            case .cancelled(let error, _): history.add("cancelled \((error as NSError).code)")
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
        #expect(history.lines.withLock { $0 } == ["completed 0"])
    }

    @Test func onlyTheFirstEndCounts() {
        let history = History()
        let context = context(history)
        context.cancelRequest(withError: NSError(domain: "d", code: 5))
        context.completeRequest(returningItems: [NSExtensionItem()])
        context.cancelRequest(withError: NSError(domain: "d", code: 6))
        #expect(history.lines.withLock { $0 } == ["cancelled 5"])
    }

    @Test func theCompletionHandlerRunsWithFalseAfterTheHostWasTold() async {
        let history = History()
        let context = context(history)
        await withCheckedContinuation { continuation in
            context.completeRequest(returningItems: []) { expired in
                history.add("expired \(expired)")
                continuation.resume()
            }
        }
        #expect(history.lines.withLock { $0 } == ["completed 0", "expired false"])
    }
}
