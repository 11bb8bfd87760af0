import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import Testing

@Suite(.accounted) struct NSExtensionItemTests {
    /// Text whose parts differ: some attributes cross, a font would not.
    private static var attributed: NSAttributedString {
        final class Font: NSObject {}
        let text = NSMutableAttributedString(string: "Plain, bold 🏠 and linked")
        text.addAttribute(NSAttributedString.Key("weight"), value: 700, range: NSRange(location: 7, length: 4))
        text.addAttribute(NSAttributedString.Key("font"), value: Font(), range: NSRange(location: 0, length: 12))
        text.addAttribute(
            NSAttributedString.Key("NSLink"), value: URL(string: "https://example.org") as Any,
            range: NSRange(location: 19, length: 6))
        return text
    }

    private static var item: NSExtensionItem {
        let item = NSExtensionItem()
        item.userInfo = ["org.example.page": ["number": 7], "id": UUID(), "error": NSError(domain: "d", code: 4)]
        item.attributedTitle = NSAttributedString(string: "Title")
        item.attributedContentText = attributed
        return item
    }

    @Test func `properties are kept in userInfo`() {
        let item = NSExtensionItem()
        #expect(item.userInfo == nil)
        item.attributedTitle = NSAttributedString(string: "Title")
        item.attachments = [NSItemProvider()]
        #expect((item.userInfo?[NSExtensionItemAttributedTitleKey] as? NSAttributedString)?.string == "Title")
        #expect((item.userInfo?[NSExtensionItemAttachmentsKey] as? [NSItemProvider])?.count == 1)
        item.attachments = nil
        item.attributedTitle = nil
        #expect(item.userInfo == nil)
    }

    @Test func `AT-48: assigning userInfo replaces the properties`() {
        let item = NSExtensionItem()
        item.attributedTitle = NSAttributedString(string: "old")
        item.attachments = [NSItemProvider()]
        item.userInfo = ["custom": 1]
        #expect(item.attributedTitle == nil)
        #expect(item.attachments == nil)
        item.attributedTitle = NSAttributedString(string: "new")
        #expect(item.userInfo?["custom"] as? Int == 1)
        #expect(item.attributedTitle?.string == "new")
        let provider = NSItemProvider()
        item.userInfo = [NSExtensionItemAttachmentsKey: [provider]]
        #expect(item.attachments?.first === provider)
    }

    @Test func `a text that is changed later does not change the item`() {
        let text = NSMutableAttributedString(string: "before")
        let item = NSExtensionItem()
        item.attributedContentText = text
        text.mutableString.setString("after")
        #expect(item.attributedContentText?.string == "before")
    }

    @Test func `a copy has the same, and goes its own way`() throws {
        let item = Self.item
        let copy = try #require(item.copy() as? NSExtensionItem)
        copy.attributedTitle = nil
        #expect(item.attributedTitle?.string == "Title")
        #expect(copy.attributedContentText?.string == Self.attributed.string)
    }

    @Test func `AT-47: title and text cross a session with their attributes, and so does userInfo`() throws {
        let ends = try SessionEnds()
        let item = Self.item
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first)
        #expect(arrived !== item)
        #expect(arrived.attributedTitle?.string == "Title")
        try expectSame(arrived, item)
        #expect(arrived.attachments == nil)
    }

    private func expectSame(_ arrived: NSExtensionItem, _ item: NSExtensionItem) throws {
        let text = try #require(arrived.attributedContentText)
        #expect(text.string == Self.attributed.string)
        let weight = NSAttributedString.Key("weight")
        #expect(
            (0..<12).map { text.attribute(weight, at: $0, effectiveRange: nil) as? Int }
                == (0..<12).map {
                    (7..<11).contains($0) ? 700 : nil
                })
        #expect(text.attribute(NSAttributedString.Key("NSLink"), at: 20, effectiveRange: nil) as? URL != nil)
        #expect(text.attribute(NSAttributedString.Key("font"), at: 0, effectiveRange: nil) == nil)
        #expect((arrived.userInfo?["org.example.page"] as? [String: Any])?["number"] as? Int == 7)
        #expect(arrived.userInfo?["id"] as? UUID == item.userInfo?["id"] as? UUID)
        #expect((arrived.userInfo?["error"] as? NSError)?.code == 4)
    }

    @Test func `what cannot cross is left behind, and the rest arrives`() throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        item.userInfo = ["object": NSObject(), "list": [1, NSObject()], 7: "no string key", "fine": "x"]
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first)
        #expect(arrived.userInfo?.count == 1)
        #expect(arrived.userInfo?["fine"] as? String == "x")
    }

    @Test func `a peer cannot smuggle attachments in by userInfo`() throws {
        let description = ItemDescription(
            title: AttributedText("true"),
            userInfo: [
                NSExtensionItemAttachmentsKey: .array([.string("none")]),
                NSExtensionItemAttributedTitleKey: .string("false"),
            ])
        let item = try #require(try SessionEnds().host.items([description]).first)
        #expect(item.attachments == nil)
        #expect(item.attributedTitle?.string == "true")
    }

    @Test func `an item is archived and read again, but for its attachments`() throws {
        let item = Self.item
        item.attachments = [NSItemProvider()]
        let data = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSExtensionItem.self, from: data))
        try expectSame(read, item)
        #expect(read.attachments == nil)
    }

    @Test(arguments: [Data(), Data([0xFF]), Data("no item".utf8), Data(repeating: 9, count: 100_000)])
    func `an archive that holds no item gives none`(_ content: Data) throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(content as NSData, forKey: "item")
        archiver.finishEncoding()
        let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        coder.requiresSecureCoding = true
        coder.decodingFailurePolicy = .setErrorAndReturn
        #expect(NSExtensionItem(coder: coder) == nil)
    }
}
