import Foundation
import OpenExtensionKit
import Testing

/// What hosts hand over of web pages, with real extensions.
@Suite(.timeLimit(.minutes(30))) struct WebPageTests {
    private static let share = "com.apple.share-services"
    private static let pages = TestAppex.Rule.counts(["WebPageWithMaxCount": 1])
    private static let addresses = TestAppex.Rule.counts(["WebURLWithMaxCount": 1])
    private static let both = TestAppex.Rule.counts(["WebPageWithMaxCount": 1, "WebURLWithMaxCount": 1])

    private var page: WebPage {
        get throws { WebPage(url: try #require(URL(string: "https://example.org/tea")), title: "All about tea") }
    }

    private func appex(_ name: String, _ rule: TestAppex.Rule, script: String? = "Action") -> TestAppex {
        var appex = TestAppex(name, behaviour: "page", point: Self.share, rule: rule)
        appex.script = script
        appex.files = ["Action.js": Data("var ExtensionPreprocessingJS = {};".utf8)]
        return appex
    }

    private func offer(_ name: String, on host: ExtensionHost) async throws -> WebPageExtension {
        try #require(try await host.extensions(for: page).first { $0.identity.localizedName == name })
    }

    @Test func `AT-84: a script is not used where the rule accepts only addresses`() async throws {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(
                    appex("Address", Self.addresses), appex("Both", Self.both), appex("Page", Self.pages),
                    appex("Plain", Self.both, script: nil),
                    appex("Text", .counts(["Text": 1])), appex("Everything", .predicate("TRUEPREDICATE"))))
            let host = device.host()
            let offers = try await host.extensions(for: page)
            #expect(offers.map(\.identity.localizedName) == ["Address", "Both", "Everything", "Page", "Plain"])
            #expect(offers.filter(\.usesScript).map(\.identity.localizedName) == ["Both", "Everything", "Page"])
            let address = try await offer("Address", on: host)
            #expect(throws: ExtensionError.self) { try address.script() }
            let returned = try await host.send(page.items(), to: address.identity)
            #expect(
                returned.first?.attributedContentText?.string
                    == "All about tea, public.url, https://example.org/tea")
            #expect(try await WebPage.finalizeArgument(in: returned) == nil)
        }
    }

    @Test func `AT-83: results arrive under their key, and finalize is called only with an item for it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(appex("Page", Self.both)))
            let host = device.host()
            let offer = try await offer("Page", on: host)
            #expect(try offer.script() == "var ExtensionPreprocessingJS = {};")
            let date = Date(timeIntervalSinceReferenceDate: 7)
            let results: NSDictionary = [
                "title": "Tea", "list": [1, 2.5, "x", true] as NSArray, "inner": ["date": date] as NSDictionary,
            ]
            let returned = try await host.send(page.items(results: results), to: offer.identity)
            #expect(
                returned.first?.attributedContentText?.string
                    == "All about tea, com.apple.property-list, public.url, 3 results, https://example.org/tea")
            #expect(try await WebPage.finalizeArgument(in: returned) == results)
            let kept = try await host.send(page.items(results: ["keep": true] as NSDictionary), to: offer.identity)
            #expect(try await WebPage.finalizeArgument(in: kept) == nil)
        }
    }

    @Test func `AT-47: the text of the item is the title of the page`() async throws {
        let item = try #require(try page.items().first)
        #expect(item.attributedContentText?.string == "All about tea")
        var untitled = try page
        untitled.title = ""
        #expect(untitled.items().first?.attributedContentText == nil)
    }

    @Test func `an argument is found only under its exact key, and only if it is a dictionary`() async throws {
        func argument(_ value: NSDictionary, type: String = "com.apple.property-list") async throws -> NSDictionary? {
            let item = NSExtensionItem()
            item.attachments = [
                NSItemProvider(item: "x" as NSString, typeIdentifier: "com.apple.property-list"),
                NSItemProvider(item: value, typeIdentifier: type),
            ]
            return try await WebPage.finalizeArgument(in: [NSExtensionItem(), item])
        }
        let key = "NSExtensionJavaScriptFinalizeArgumentKey"
        #expect(try await argument([key: ["a": 1] as NSDictionary]) == ["a": 1])
        #expect(try await argument([key: [:] as NSDictionary]) == [:])
        #expect(try await argument([key + "s": ["a": 1] as NSDictionary]) == nil)
        #expect(try await argument([key: "text"]) == nil)
        #expect(try await argument([key: ["a": 1] as NSDictionary], type: "public.data") == nil)
    }

    @Test func `a property list that cannot be loaded is an error, and not a page that stays as it is`() async throws {
        let item = NSExtensionItem()
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "com.apple.property-list", visibility: .all) { done in
            done(nil, CocoaError(.fileReadCorruptFile))
            return nil
        }
        item.attachments = [provider]
        await #expect(throws: (any Error).self) { try await WebPage.finalizeArgument(in: [item]) }
    }

    @Test func `a script that cannot be used is refused with a sentence`() async throws {
        try await TestDevice.with { device in
            var large = appex("Large", Self.pages)
            large.files["Action.js"] = Data(repeating: 0x20, count: WebPageExtension.scriptBytes + 1)
            var full = appex("Full", Self.pages)
            full.files["Action.js"] = Data(repeating: 0x20, count: WebPageExtension.scriptBytes)
            var bytes = appex("Bytes", Self.pages)
            bytes.files["Action.js"] = Data([0x61, 0xFF])
            try await device.install(
                TestApp(
                    appex("Missing", Self.pages, script: "Other"), appex("Suffix", Self.pages, script: "Action.js"),
                    appex("Outside", Self.pages, script: "../../../Fixtures/secret"),
                    appex("Empty", Self.pages, script: ""), large, full, bytes))
            let host = device.host()
            #expect(try await offer("Full", on: host).script().utf8.count == WebPageExtension.scriptBytes)
            for (name, words) in [
                ("Missing", "does not contain"), ("Suffix", "does not contain"), ("Outside", "not the name of a file"),
                ("Empty", "not the name of a file"), ("Large", "at most 1 MB"), ("Bytes", "UTF-8"),
            ] {
                let offer = try await offer(name, on: host)
                let error = #expect(throws: ExtensionError.self) { try offer.script() }
                #expect(error?.message.contains(words) == true, "\(name): \(error?.message ?? "")")
            }
        }
    }
}
