import Foundation
import ReaderText
import Testing

/// What becomes of the results of `Read.js`.
@Suite struct ArticleTests {
    private static func article(_ results: [String: Any]) -> Article {
        // As the values arrive from another process: objects of Foundation.
        Article(results: NSDictionary(dictionary: results) as? [String: Any] ?? [:])
    }

    private static func paragraphs(_ texts: String...) -> [String: Any] {
        ["blocks": texts.map { ["kind": "paragraph", "text": $0] }]
    }

    @Test func `an article has the title, the site, the language and the blocks of its page`() {
        let article = Self.article([
            "title": "  A day\n out ", "URL": "https://www.example.org/day?a=b", "language": "en-GB",
            "blocks": [
                ["kind": "heading", "level": 1, "text": "A day out"], ["kind": "paragraph", "text": "We  went."],
                ["kind": "heading", "level": 3, "text": "Back"],
            ],
        ])
        #expect(article.title == "A day out" && article.site == "example.org" && article.language == "en")
        #expect(article.address?.absoluteString == "https://www.example.org/day?a=b")
        #expect(
            article.blocks == [
                .init(.heading(level: 1), "A day out"), .init(.paragraph, "We went."),
                .init(.heading(level: 3), "Back"),
            ])
        #expect(!article.isShortened && article.minutes == 1)
    }

    @Test func `reading takes a minute for 230 words, and at least one`() {
        #expect(Self.article([:]).minutes == 1)
        let text = String(repeating: "word's worth, ", count: 500)
        #expect(Self.article(Self.paragraphs(String(text.prefix(7000)), "and more")).minutes == 4)
        #expect(ReadingTime.minutes(for: [String(repeating: "word ", count: 1150)]) == 5)
        #expect(ReadingTime.minutes(for: [String(repeating: "漢字", count: 450)]) == 2)
    }

    @Test func `values of other types than expected are ignored`() {
        let odd: [Any] = [
            1, true, "", [String](), NSNull(), Date(), Data([1]), ["text": 1], ["kind": "heading"], [["text": "deep"]],
            ["kind": 3, "text": "kept"], "a plain text", ["kind": "heading", "level": "x", "text": "no level"],
            ["kind": "heading", "level": Double.infinity, "text": "endless"],
            ["kind": "heading", "level": -1e300, "text": "below"],
        ]
        let article = Self.article([
            "title": ["not a title"], "URL": 7, "language": Data([1]), "isShortened": "yes", "blocks": odd,
        ])
        #expect(article.title == nil && article.address == nil && article.site == nil && article.language == nil)
        #expect(!article.isShortened)
        #expect(
            article.blocks == [
                .init(.paragraph, "kept"), .init(.paragraph, "a plain text"), .init(.heading(level: 2), "no level"),
                .init(.heading(level: 2), "endless"), .init(.heading(level: 2), "below"),
            ])
        #expect(Self.article(["blocks": "no array"]).blocks.isEmpty)
        #expect(Self.article(["blocks": ["0": "no array"]]).blocks.isEmpty)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//example.org", "", "::"])
    func `an address of something other than a web page is ignored`(_ address: String) {
        #expect(Self.article(["URL": address]).address == nil)
    }

    @Test(arguments: ["", "-", "english", "e", "日本", "12", "<b>", "en\u{301}"])
    func `a language that is no code is ignored`(_ language: String) {
        #expect(Self.article(["language": language]).language == nil)
    }

    @Test func `a text of 16 MB is cut off, at a character`() {
        let huge = String(repeating: "x🏠", count: 3_200_000)
        let article = Self.article(["title": huge, "language": huge, "blocks": [huge, "rest"]])
        #expect(article.isShortened)
        #expect((article.title?.utf8.count ?? .max) <= Article.Limits.lineBytes)
        #expect(article.language == nil)
        #expect(article.blocks.count == 2)
        let first = article.blocks[0].text
        #expect((Article.Limits.blockBytes - 3...Article.Limits.blockBytes).contains(first.utf8.count))
        #expect(!first.contains("\u{FFFD}") && huge.hasPrefix(first))
    }

    @Test func `no more blocks are taken than a view can show`() {
        let many = Self.article(["blocks": (0..<60_000).map { "paragraph \($0)" }])
        #expect(many.blocks.count == Article.Limits.blocks && many.isShortened)
        let long = Self.article(["blocks": (0..<400).map { _ in String(repeating: "y", count: 8_000) }])
        #expect(long.blocks.reduce(0) { $0 + $1.text.utf8.count } <= Article.Limits.textBytes && long.isShortened)
    }

    @Test func `characters of one thousand combining marks do not make a text longer than its limit`() {
        let stack = "e" + String(repeating: "\u{301}", count: 100_000)
        let article = Self.article(Self.paragraphs(stack))
        #expect(article.blocks.allSatisfy { $0.text.utf8.count <= Article.Limits.blockBytes })
    }
}
