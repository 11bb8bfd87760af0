import Foundation
import ReaderText
import Testing

/// What becomes of the results of `Highlight.js`.
@Suite struct WordChoiceTests {
    private static func choice(_ results: [String: Any]) -> WordChoice? {
        WordChoice(results: NSDictionary(dictionary: results) as? [String: Any] ?? [:])
    }

    private static let words = "The river runs past the mill and the river bends where they said that the River ends"
        .split(separator: " ").map(String.init)

    @Test func `without a selection, the most frequent word that means something is chosen`() {
        for selection in ["", "   ", "…!"] {
            let choice = Self.choice(["selection": selection, "words": Self.words])
            #expect(choice?.word == "river" && choice?.count == 3)
        }
        #expect(Self.choice(["words": Self.words])?.word == "river")
        #expect(Self.choice(["words": ["mill", "river"]])?.word == "mill")
    }

    @Test func `a selection is chosen as it is, and counted`() {
        let word = Self.choice(["selection": " Mill\n", "words": Self.words])
        #expect(word?.word == "Mill" && word?.count == 1)
        let phrase = Self.choice(["selection": "the  RIVER", "words": Self.words])
        #expect(phrase?.word == "the RIVER" && phrase?.count == 3)
        #expect(Self.choice(["selection": "absent", "words": Self.words])?.count == 0)
        #expect(Self.choice(["selection": "alone"])?.word == "alone")
    }

    @Test func `of a long selection, its most frequent word is chosen`() {
        let selection = String(repeating: "and then the mill stood still, ", count: 10) + "mill"
        let choice = Self.choice(["selection": selection, "words": Self.words])
        #expect(choice?.word == "mill" && choice?.count == 1)
    }

    @Test func `common, short and numeric words are not chosen in several languages`() {
        let words = [
            "with", "with", "und", "nicht", "nicht", "dans", "dans", "para", "para", "1234", "1234", "ab", "ab",
        ]
        #expect(Self.choice(["words": words]) == nil)
        #expect(Self.choice(["words": words + ["漢字"]])?.word == "漢字")
    }

    @Test func `odd results choose nothing, or what is left of them`() {
        for results: [String: Any] in [
            [:], ["words": 3], ["words": "no array"], ["words": [1, true, NSNull(), ["deep"], Data()]],
            ["selection": ["no text"], "words": ["a": "b"]], ["selection": 1.5],
        ] {
            #expect(Self.choice(results) == nil)
        }
        #expect(Self.choice(["words": [1, "mill", String(repeating: "x", count: 16_000_000)]])?.word == "mill")
        let huge = String(repeating: "mill 🏠 ", count: 1_600_000)
        #expect(Self.choice(["selection": huge])?.word == "mill")
        #expect(Self.choice(["selection": String(repeating: "x", count: 16_000_000)]) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func `a selection of combining marks does not take long`() {
        let stack = "e" + String(repeating: "\u{301}\u{327}", count: 30_000)
        #expect(Self.choice(["selection": stack, "words": [stack, "mill"]])?.word == "mill")
    }

    @Test func `no more words are counted than the limit says`() {
        let choice = Self.choice(["words": [String](repeating: "mill", count: 60_000)])
        #expect(choice?.count == WordChoice.wordLimit)
    }

    @Test func `the colour of a page is one that CSS knows, and always the same`() {
        let results: [String: Any] = ["title": "A page", "URL": "https://example.org/"]
        let colour = PageColour(results: results)
        #expect(colour == PageColour(results: results))
        #expect(colour.css.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
        let others = (0..<50).map { PageColour(results: ["title": "Page \($0)"]) }
        #expect(Set(others.map(\.css)).count > 3)
        #expect(PageColour(results: ["title": 3, "URL": Date()]) == PageColour(results: [:]))
    }
}
