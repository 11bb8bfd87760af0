import Testing

@testable import appex_port

@Suite struct SourceWordsTests {
    private func words(_ text: String) -> [String] {
        var words = SourceWords(text)
        var result: [String] = []
        while let word = words.next() { result.append("\(word.text):\(word.line)") }
        return result
    }

    @Test(arguments: [
        ("a b\nc", ["a:1", "b:1", "c:2"]),
        ("a // b\nc", ["a:1", "c:2"]),
        ("a /* b /* c */\n d */ e", ["a:1", "e:2"]),
        ("\"a \\\" b\" c", ["c:1"]),
        ("\"\"\"\na \"b\"\n\"\"\"\nc", ["c:4"]),
        ("#\"a \"b\" \\(c)\"# d", ["d:1"]),
        ("\"a \\(b(c, \"d \\(e)\")) f\" g", ["b:1", "(:1", "c:1", ",:1", "e:1", "):1", "):1", "):1", "g:1"]),
        ("#\"\\#(a)\"# b", ["a:1", "):1", "b:1"]),
        ("a \"b\nc", ["a:1", "c:2"]),
        ("`class`", ["class:1"]), ("größe", ["größe:1"]), ("/", ["/:1"]), ("\"", []), ("/*", []), ("\"\\", []),
        ("\"\\(", []),
        ("#selector(a)", ["#:1", "selector:1", "(:1", "a:1", "):1"]),
    ])
    func `words are those of the code`(text: String, expected: [String]) { #expect(words(text) == expected) }

    @Test func `a source of nothing but beginnings ends`() {
        for text in ["\"\\(", "/*", "\"\"\"", "(", "\"\\#("] { _ = words(String(repeating: text, count: 20_000)) }
        // As long as a source may be.
        _ = words(String(repeating: "#", count: 1 << 20))
    }

    @Test func `names are found once, with their first line`() {
        let text = "// URLSession\nlet a = \"UIPrinter\"\nUIPrinter()\nUIPrinter()\n"
        let uses = RemainingNames.uses(in: text, of: ["UIPrinter": "", "URLSession": ""], except: [])
        #expect(uses.map(\.name) == ["UIPrinter"] && uses.map(\.line) == [3])
        #expect(RemainingNames.uses(in: text, of: ["UIPrinter": ""], except: ["UIPrinter"]).isEmpty)
    }
}
