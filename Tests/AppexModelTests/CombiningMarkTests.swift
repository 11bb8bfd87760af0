import AppexModel
import Testing

/// To compare or hash a text takes the square of the longest run of combining marks in it, so such runs are bounded.
@Suite struct CombiningMarkTests {
    /// Marks that are reordered, the three letters that consist of such marks, and one mark alone.
    private static let marks = ["\u{301}\u{323}", "\u{F73}", "\u{F75}", "\u{F81}", "\u{344}", "\u{1D165}"]

    private static func run(_ mark: String, _ count: Int) -> String {
        String(String.UnicodeScalarView(String(repeating: mark, count: count).unicodeScalars.prefix(count)))
    }

    @Test(arguments: marks) func `thirty marks in a row are safe and one more is not`(mark: String) {
        #expect("a\(Self.run(mark, 30))b\(Self.run(mark, 30))".isStreamSafe)
        #expect(!"a\(Self.run(mark, 31))b".isStreamSafe)
        #expect(!"é\(Self.run("\u{301}", 10))\(Self.run(mark, 21))".isStreamSafe)
    }

    @Test func `texts of many languages and signs are safe`() {
        let texts = [
            "", "plain", "Ünïcödé", "Tiếng Việt", "ภาษาไทย", "हिन्दी", "བོད་སྐད་", "עִבְרִית", "👩‍👩‍👧‍👦🏳️‍🌈",
            String(repeating: "\u{200D}", count: 100), String(repeating: "\u{1160}", count: 100),
        ]
        for text in texts { #expect(text.isStreamSafe, "\(text)") }
    }

    @Test(arguments: [false, true])
    func `a property list whose texts are expensive to compare is refused`(binary: Bool) throws {
        for count in [30, 31] {
            let text = "a" + Self.run("\u{301}\u{323}", count)
            for plist in [PropertyListValue.dictionary([text: .integer(1)]), .array([.string(text)])] {
                let bytes = binary ? BinaryPropertyListWriter.bytes(plist) : plist.xmlBytes()
                if count == 30 {
                    #expect(try PropertyListValue(parsing: bytes, file: "f") == plist)
                } else {
                    let error = #expect(throws: ManifestError.self) {
                        try PropertyListValue(parsing: bytes, file: "f")
                    }
                    #expect(error?.code == .limit)
                }
            }
        }
    }
}
