import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// Highlight and Page Colour in their own processes: a page in, the argument of `finalize` back.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Reader first"), .timeLimit(.minutes(30)))
struct HighlightTests {
    private static let words = ["The", "river", "runs", "past", "the", "mill", "and", "the", "River", "bends"]

    /// What the browser is told when an extension gives a request back without a result.
    nonisolated(nonsending) private static func refusal(
        of identifier: String, for item: NSExtensionItem, on device: TestDevice
    ) async throws -> String? {
        let error = await #expect(throws: (any Error).self) { _ = try await device.send([item], to: identifier) }
        #expect(device.reports(of: identifier).isEmpty)
        return (error as NSError?)?.localizedDescription
    }

    @Test func `the selection comes back with its count, or else the most frequent word`() async throws {
        try await TestDevice.withReader { device in
            let selected = try await device.finalizeArgument(
                of: TestDevice.highlight, for: ["selection": "mill", "words": Self.words] as [String: Any])
            #expect(selected?["word"] as? String == "mill" && selected?["count"] as? Int == 1)
            let chosen = try await device.finalizeArgument(
                of: TestDevice.highlight, for: ["selection": "", "words": Self.words] as [String: Any])
            #expect(chosen?["word"] as? String == "river" && chosen?["count"] as? Int == 2)
        }
    }

    @Test func `the words of a long page arrive`() async throws {
        try await TestDevice.withReader { device in
            let words = (0..<20_000).map { $0 % 7 == 0 ? "estuary" : "word\($0)" }
            let argument = try await device.finalizeArgument(of: TestDevice.highlight, for: ["words": words])
            #expect(argument?["word"] as? String == "estuary" && argument?["count"] as? Int == 2_858)
        }
    }

    @Test func `a page without words is given back with a sentence, whatever its results are`() async throws {
        try await TestDevice.withReader { device in
            for odd: Any in [
                "text", [1], NSNull(), [String: Any](), ["words": [1, true], "selection": 3] as [String: Any],
            ] {
                let sentence = try await Self.refusal(
                    of: TestDevice.highlight, for: TestDevice.page(odd), on: device)
                #expect(sentence?.contains("There is no word to highlight.") == true)
            }
        }
    }

    @Test(arguments: [TestDevice.highlight, TestDevice.colour])
    func `what is no page, or too large to be handed over, is given back with a sentence`(_ identifier: String)
        async throws
    {
        try await TestDevice.withReader { device in
            let url = try #require(NSURL(string: "https://example.org"))
            let data = NSItemProvider(item: Data("no list".utf8) as NSData, typeIdentifier: "com.apple.property-list")
            let huge = TestDevice.page(["title": String(repeating: "x", count: 16_000_000)])
            for (item, words) in [
                (TestDevice.item(NSItemProvider(object: url)), "This works on a page"),
                (TestDevice.item(data), "The page could not be read."), (huge, "The page could not be read."),
            ] {
                let sentence = try await Self.refusal(of: identifier, for: item, on: device)
                #expect(sentence?.contains(words) == true, "\(sentence ?? "")")
            }
        }
    }

    @Test func `a page gets a colour, always the same one, even if its results are odd`() async throws {
        try await TestDevice.withReader { device in
            let page: [String: Any] = ["title": "A page", "URL": "https://example.org/"]
            let first = try await device.finalizeArgument(of: TestDevice.colour, for: page)
            let second = try await device.finalizeArgument(of: TestDevice.colour, for: page)
            #expect(first?["bgColor"] as? String == second?["bgColor"] as? String)
            for odd: Any in [page, "text", [1], NSNull(), ["title": 1, "URL": Date()] as [String: Any]] {
                let colour = try await device.finalizeArgument(of: TestDevice.colour, for: odd)?["bgColor"] as? String
                #expect(colour?.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
            }
        }
    }
}
