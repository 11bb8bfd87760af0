import Foundation
import OpenExtensionKit
import Testing

/// What a host makes of things that a user shares.
@Suite struct SharingTests {
    private func types(_ things: Any...) -> [[String]] {
        ExtensionHost.items(sharing: things).flatMap { $0.attachments ?? [] }.map(\.registeredTypeIdentifiers)
    }

    @Test func `AT-47: a shared text is an attachment and the content of the item`() throws {
        let item = try #require(ExtensionHost.items(sharing: ["text"]).first)
        #expect(item.attributedContentText?.string == "text")
        #expect(
            item.attachments?.map(\.registeredTypeIdentifiers) == [["public.plain-text", "public.utf8-plain-text"]])
        let key = NSAttributedString.Key("weight")
        let bold = NSAttributedString(string: "bold", attributes: [key: 700])
        let content = ExtensionHost.items(sharing: [bold]).first?.attributedContentText
        #expect(content?.attribute(key, at: 0, effectiveRange: nil) as? Int == 700)
    }

    @Test func `of several texts none is the content`() throws {
        let item = try #require(ExtensionHost.items(sharing: ["one", NSAttributedString(string: "two")]).first)
        #expect(item.attributedContentText == nil)
        #expect(item.attachments?.count == 2)
    }

    @Test func `AT-14: a shared PDF offers its own type and that of a file URL`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pdf")
        try Data("%PDF-1.4".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(types(file) == [["com.adobe.pdf", "public.file-url"]])
    }

    @Test func `everything that is plain is in one item, in order, and what nobody knows is left out`() throws {
        let url = try #require(URL(string: "https://example.org"))
        let provider = NSItemProvider(item: NSNumber(value: 1), typeIdentifier: "org.example.number")
        #expect(
            types("text", Date(), url, provider, Data([1]) as NSData, 7)
                == [
                    ["public.plain-text", "public.utf8-plain-text"], ["public.url"], ["org.example.number"],
                    ["public.data"],
                ])
        #expect(ExtensionHost.items(sharing: [Date()]).isEmpty)
        #expect(types(URL(fileURLWithPath: "/nowhere/at/all.jpg")).isEmpty)
    }

    @Test func `an item stays an item of its own`() {
        let item = NSExtensionItem()
        let items = ExtensionHost.items(sharing: [item, "text"])
        #expect(items.count == 2)
        #expect(items.last === item)
    }
}
