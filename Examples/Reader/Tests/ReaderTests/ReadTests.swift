import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// Read in its own process, its view in the hands of a test.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Reader first"), .timeLimit(.minutes(30)))
struct ReadTests {
    private func read(
        _ item: NSExtensionItem, _ body: (ViewUnderTest) async throws -> Void
    ) async throws {
        try await TestDevice.withReader { device in
            try await body(try await device.present([item], to: TestDevice.read))
        }
    }

    private static var results: [String: Any] {
        [
            "title": "A walk by the river", "URL": "https://www.example.org/walk", "language": "en",
            "isShortened": false,
            "blocks": [
                ["kind": "heading", "level": 1, "text": "A walk by the river"],
                ["kind": "paragraph", "text": String(repeating: "We walked on. ", count: 230)],
                ["kind": "heading", "level": 2, "text": "The mill"], ["kind": "paragraph", "text": "It stands still."],
            ],
        ]
    }

    @Test func `an article is shown with its title, its site, the reading time and its text`() async throws {
        try await read(TestDevice.page(Self.results)) { view in
            // Once, though the page has it as a heading, too.
            try await view.find(.text("A walk by the river"))
            try await view.find(.text("example.org"))
            let time = try await view.find(.identifier("reading time"))
            #expect(time.text(.text) == "3 min · English")
            try await view.find(.text("The mill"))
            try await view.find(.text("It stands still."))
            try await view.tap(.button("Done"))
            let returned = try await view.outcome()
            #expect(returned.isEmpty)
        }
    }

    @Test func `the text becomes larger, and is as large the next time`() async throws {
        try await TestDevice.withReader { device in
            let first = try await device.present([TestDevice.page(Self.results)], to: TestDevice.read)
            let usual = try await first.find(.text("It stands still."))
            #expect(usual.number(.fontSize) == nil)
            try await first.select(3)
            let larger = try await first.find(.text("It stands still."))
            #expect((larger.number(.fontSize) ?? 0) > 17)
            try await first.tap(.button("Done"))
            _ = try await first.outcome()
            let second = try await device.present([TestDevice.page(Self.results)], to: TestDevice.read)
            let again = try await second.find(.text("It stands still."))
            #expect(again.number(.fontSize) == larger.number(.fontSize))
            await second.dismiss()
        }
    }

    @Test func `of an address alone, its title is shown, and what is needed for the text`() async throws {
        let url = try #require(NSURL(string: "https://example.org/walk"))
        try await read(TestDevice.item(NSItemProvider(object: url), text: "A walk")) { view in
            try await view.find(.text("A walk"))
            try await view.find(.text("https://example.org/walk"))
            _ = try await view.wait("why there is no text") { tree in
                tree.nodes.values.contains { $0.text(.text)?.contains("needs the page itself") == true } ? true : nil
            }
            try await view.tap(.button("Done"))
            _ = try await view.outcome()
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5]) func `odd results are not an error`(_ number: Int) async throws {
        let odd: [Any] = [
            "no dictionary", [1, 2], NSNull(), [String: Any](), ["title": 3, "URL": ["a"], "blocks": "none"],
            ["title": "", "URL": "javascript:alert(1)", "blocks": [1, NSNull(), ["text": Data([1])]]] as [String: Any],
        ]
        try await read(TestDevice.page(odd[number])) { view in
            try await view.find(.text("Untitled"))
            try await view.find(.text("No text was found on this page."))
            await view.dismiss()
        }
    }

    @Test func `of a text of three megabytes, the beginning is shown`() async throws {
        let blocks = [String](repeating: String(repeating: "word ", count: 6_000), count: 100)
        try await read(TestDevice.page(["title": "Endless", "blocks": blocks] as [String: Any])) { view in
            try await view.find(.text("The page is longer than what is shown here."))
            let time = try await view.find(.identifier("reading time"))
            #expect(time.text(.text)?.hasPrefix("More than ") == true)
            await view.dismiss()
        }
    }

    @Test func `a text of 16 MB, which is too much to be handed over, is told in words`() async throws {
        let text = String(repeating: "word ", count: 3_200_000)
        try await read(TestDevice.page(["title": "Endless", "blocks": [text]] as [String: Any])) { view in
            try await view.find(.text("There Is Nothing to Read"))
            try await view.tap(.button("Done"))
            _ = try await view.outcome()
        }
    }

    @Test func `an attachment that only calls itself a property list is told in words`() async throws {
        let data = NSItemProvider(item: Data("no list".utf8) as NSData, typeIdentifier: "com.apple.property-list")
        try await read(TestDevice.item(data)) { view in
            try await view.find(.text("There Is Nothing to Read"))
            await view.dismiss()
        }
    }
}
