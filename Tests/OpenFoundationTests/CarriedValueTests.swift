import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import Testing

/// Small values, which go along with the description of their items.
@Suite(.timeLimit(.minutes(1))) struct CarriedValueTests {
    private func values(_ providers: [NSItemProvider]) throws -> [ItemValue?] {
        let item = NSExtensionItem()
        item.attachments = providers
        let described = try SessionEnds().host.export([item]).first?.attachments ?? []
        return described.map { $0.representations.first?.value }
    }

    @Test func `what is small and there already goes along, and nothing else`() throws {
        let handled = NSItemProvider()
        handled.registerItem(forTypeIdentifier: "public.text") { completion, _, _ in completion?("a" as NSString, nil) }
        let values = try values([
            NSItemProvider(item: "short" as NSString, typeIdentifier: "public.text"),
            NSItemProvider(object: try #require(NSURL(string: "https://example.org/a"))),
            NSItemProvider(object: NSString(string: "text")),
            NSItemProvider(item: Data(count: 100_000) as NSData, typeIdentifier: "public.data"),
            NSItemProvider(item: NSURL(fileURLWithPath: "/etc/hostname"), typeIdentifier: "public.file-url"),
            NSItemProvider(object: NSURL(fileURLWithPath: "/etc/hostname")),
            NSItemProvider(object: NSMutableString(string: "may change")),
            NSItemProvider(Data("secret".utf8), "public.data", visibility: .ownProcess),
            handled,
        ])
        #expect(
            values == [
                .string("short"), .data(Array("https://example.org/a".utf8)), .data(Array("text".utf8)), nil, nil, nil,
                nil, nil, nil,
            ])
    }

    @Test func `all that goes along with the items of one request fits half a frame`() throws {
        let text = NSString(string: String(repeating: "x", count: 1000))
        let values = try values((0..<100).map { _ in NSItemProvider(item: text, typeIdentifier: "public.text") })
        #expect((25...33).contains(values.count { $0 != nil }), "\(values.count { $0 != nil })")
        let long = (0..<300).map { NSNumber(value: $0) } as NSArray
        #expect(try self.values([NSItemProvider(item: long, typeIdentifier: "public.data")]) == [nil])
    }

    @Test func `a small value can be loaded when its owner has gone`() async throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        item.attachments = [
            NSItemProvider(item: "here" as NSString, typeIdentifier: "public.text"),
            NSItemProvider(Data("there".utf8), "public.text"),
        ]
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first?.attachments)
        ends.host.connection.close()
        #expect(try await arrived[0].loadItem(forTypeIdentifier: "public.text") as? String == "here")
        #expect(await failure { _ = try await arrived[1].loadItem(forTypeIdentifier: "public.text") }?.code == -1000)
    }

    @Test(arguments: [
        ItemValue.url("file:///etc/hostname"), .url("FILE://localhost/etc/hostname"),
        .array([.object(ObjectDescription(className: "NSObject", fields: [:]))]),
    ])
    func `a value that may not be sent is an error for whoever loads it`(_ value: ItemValue) async throws {
        let provider = try standIn(value)
        for type in ["public.url", "public.file-url"] {
            #expect(await failure { _ = try await provider.loadItem(forTypeIdentifier: type) } != nil)
            #expect(await failure { _ = try await provider.data(type) } != nil)
        }
    }

    @Test func `the URL of a file in data that went along is not read as one`() async throws {
        let provider = try standIn(.data(Array("file:///etc/hostname".utf8)))
        #expect(await failure { _ = try await provider.object(URL.self) } != nil)
        #expect(await failure { _ = try await provider.loadItem(URL.self, forTypeIdentifier: "public.url") } != nil)
    }

    private func standIn(_ value: ItemValue) throws -> NSItemProvider {
        let description = ItemDescription(attachments: [
            ProviderDescription(
                identifier: 1, representations: [RepresentationDescription("public.file-url", .object, value: value)])
        ])
        return try #require(try SessionEnds().host.items([description]).first?.attachments?.first)
    }
}
