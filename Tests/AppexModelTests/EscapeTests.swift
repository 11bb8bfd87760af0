import AppexModel
import Testing

/// Texts that are written into files which compilers and shells read.
@Suite struct EscapeTests {
    @Test(arguments: [
        ("plain é", "\"plain é\""), ("a\"b", #""a\"b""#), ("\"\u{301}", "\"\\\"\u{301}\""),
        ("\\\u{301}(x)", "\"\\\\\u{301}(x)\""), ("a\r\nb", #""a\u{d}\nb""#), ("\0", #""\u{0}""#),
        ("\u{2028}\u{85}", #""\u{2028}\u{85}""#), ("", "\"\""),
    ])
    func `a literal of Swift has no sign that ends it`(text: String, literal: String) {
        #expect(text.swiftLiteral == literal)
        #expect(Array(text.swiftLiteral.unicodeScalars) == Array(literal.unicodeScalars))
    }

    @Test(arguments: [("a b", "'a b'"), ("a'b", #"'a'\''b'"#), ("'\u{301}; rm", "''\\''\u{301}; rm'")])
    func `a word of a shell has no sign that ends it`(text: String, word: String) {
        #expect(Array(text.shellWord.unicodeScalars) == Array(word.unicodeScalars))
    }
}
