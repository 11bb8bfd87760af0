import AppexModel
import Testing

@Suite struct StringsTableTests {
    private static func texts(_ text: String) -> [String: String]? { StringsTable.texts(in: Array(text.utf8)) }

    @Test(
        arguments: [
            ("", [:]), (" // only a remark", [:]), (#""a" = "b";"#, ["a": "b"]), ("a=b;c = d ;", ["a": "b", "c": "d"]),
            (#"/* one */ "a" /* two */ = // three"# + "\n\"b\" /**/;", ["a": "b"]), (#""a";"#, ["a": "a"]),
            (#""a" = "b"; "a" = "c";"#, ["a": "c"]),
            (#""a \"q\"" = "1\n2\\ 🏠 /* no */ // no";"#, [#"a "q""#: "1\n2\\ 🏠 /* no */ // no"]),
            (#""a" = "\U00e4\uD83C\uDFE0x\U12";"#, ["a": "ä🏠xU12"]), (#""a" = "\uD83C";"#, ["a": "\u{FFFD}"]),
            ("NSCameraUsageDescription = \"Für Fotos\";", ["NSCameraUsageDescription": "Für Fotos"]),
            ("<plist><dict><key>a</key><string>b</string><key>n</key><true/></dict></plist>", ["a": "b"]),
        ] as [(String, [String: String])])
    func `entries of every form are read`(text: String, expected: [String: String]) {
        #expect(Self.texts(text) == expected)
        #expect(Self.texts("\u{FEFF}" + text) == expected)
    }

    @Test func `a table in UTF-16 is read`() {
        let bytes: [UInt8] = [0xFF, 0xFE] + #""a" = "ä🏠";"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(StringsTable.texts(in: bytes) == ["a": "ä🏠"])
    }

    @Test(arguments: [
        "a", "a =", "a = b", "a = ;", "= b;", "\"a", "\"a\\", "\"a\" = \"b\\", "/* open", "{ a = b; }", "(", ";",
        "<plist><array/></plist>", "bplist00",
    ])
    func `what is not a table is nil`(text: String) { #expect(Self.texts(text) == nil) }

    @Test func `bytes that are not text, and too many of them, are nil`() {
        #expect(StringsTable.texts(in: [0x22, 0xFF, 0x22, 0x3B]) == nil)
        let largest = PropertyListLimits.fileBytes
        #expect(StringsTable.texts(in: Array(repeating: UInt8(ascii: " "), count: largest)) == [:])
        #expect(StringsTable.texts(in: Array(repeating: UInt8(ascii: " "), count: largest + 1)) == nil)
    }
}
