import AppexModel
import Testing

private func parse(_ body: String) throws(ManifestError) -> PropertyListValue {
    try PropertyListFixtures.parse(body)
}

@Suite struct XMLPropertyListTests {
    @Test func `every kind of value is read`() throws {
        let value = try parse(
            """
            <dict>
              <key>s</key><string>a &lt;b&gt; &amp; &quot;c&apos; &#65;&#x1F600;<![CDATA[<raw>&amp;]]></string>
              <key>i</key><integer> -42 </integer><key>h</key><integer>0xFF</integer>
              <key>r</key><real>1.5e3</real><key>t</key><true/><key>f</key><false></false>
              <key>d</key><date>2014-09-17T10:11:12Z</date><key>b</key><data> AAH/
              </data><key>a</key><array><string/><array/><dict/></array>
            </dict>
            """)
        #expect(
            value
                == .dictionary([
                    "s": .string("a <b> & \"c' A😀<raw>&amp;"), "i": .integer(-42), "h": .integer(255),
                    "r": .real(1500), "t": .boolean(true), "f": .boolean(false),
                    "d": .date(432_641_472), "b": .data([0, 1, 255]),
                    "a": .array([.string(""), .array([]), .dictionary([:])]),
                ]))
    }

    @Test func `true and 1 stay different`() throws {
        #expect(try parse("<array><true/><integer>1</integer></array>") == .array([.boolean(true), .integer(1)]))
    }

    @Test(arguments: [
        ("9223372036854775807", PropertyListValue.integer(.max)), ("9223372036854775808", .unsigned(1 << 63)),
        ("18446744073709551615", .unsigned(.max)), ("+0xFFFFFFFFFFFFFFFF", .unsigned(.max)),
        ("-9223372036854775808", .integer(.min)), ("-0x8000000000000000", .integer(.min)), ("-0", .integer(0)),
    ])
    func `an integer of 64 bits is read with or without a sign`(text: String, value: PropertyListValue) throws {
        #expect(try parse("<integer>\(text)</integer>") == value)
        #expect(try PropertyListValue(parsing: value.xmlBytes(), file: "f") == value)
    }

    @Test func `the last value of a repeated key counts, and a remark says so`() throws {
        let body =
            "<dict>\n<key>a</key><dict/>\n<key>b</key><true/>\n<key>a</key><dict><key>c</key><true/></dict></dict>"
        let (value, remarks) = try PropertyListValue.parse(PropertyListFixtures.xml(body), file: "f")
        #expect(value == .dictionary(["a": .dictionary(["c": .boolean(true)]), "b": .boolean(true)]))
        let line = String(decoding: PropertyListFixtures.xml(body), as: UTF8.self).split(separator: "\n")
            .firstIndex { $0.contains("<key>c</key>") }
        let number = try #require(line) + 1
        #expect(
            remarks == [
                "Line \(number) ends a second value of the key \"a\" in one dictionary. The last value counts; "
                    + "remove the other one."
            ])
        #expect(
            try PropertyListValue.parse(PropertyListFixtures.xml("<dict><key>a</key><true/></dict>"), file: "f").remarks
                == [])
    }

    @Test func `of many repeated keys, sixteen are told`() throws {
        let body = "<dict>\(String(repeating: "<key>a</key><true/>", count: 1000))</dict>"
        let (value, remarks) = try PropertyListValue.parse(PropertyListFixtures.xml(body), file: "f")
        #expect(value == .dictionary(["a": .boolean(true)]))
        #expect(remarks.count == 16)
    }

    @Test(arguments: [
        ("0001-01-01T00:00:00Z", -63_113_904_000.0), ("1970-01-01T00:00:00Z", -978_307_200),
        ("2000-02-29T23:59:59Z", -26_438_401),
        ("2001-01-01T00:00:00Z", 0), ("2024-02-29T12:00:00Z", 730_900_800), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ])
    func `a date is seconds since 2001 and is written back`(text: String, seconds: Double) throws {
        let value = try parse("<date>\(text)</date>")
        #expect(value == .date(seconds))
        #expect(String(decoding: value.xmlBytes(), as: UTF8.self).contains("<date>\(text)</date>"))
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF] as [UInt8], []])
    func `a UTF-8 byte-order mark is skipped`(mark: [UInt8]) throws {
        let bytes = mark + PropertyListFixtures.xml("<string>é</string>")
        #expect(try PropertyListValue(parsing: bytes, file: "f") == .string("é"))
    }

    @Test(arguments: [true, false])
    func `UTF-16 with a mark is read in both byte orders`(big: Bool) throws {
        let text = String(decoding: PropertyListFixtures.xml("<string>é😀</string>"), as: UTF8.self)
        let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
            big ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try PropertyListValue(parsing: bytes, file: "f") == .string("é😀"))
    }

    @Test func `comments are skipped wherever XML allows them`() throws {
        let value = try parse(
            "<!-- <dict> --><dict><!-- a --><key>k<!-- b --></key><!----><string>v<!-- -- c --></string></dict><!-- e -->"
        )
        #expect(value == .dictionary(["k": .string("v")]))
    }

    @Test func `preprocessor lines are dropped and the first branch is read`() throws {
        let value = try parse(
            """
            #include "Common.h"
            <dict>
              #ifdef INTUNE
              <key>a</key><string>first</string>
              # ifndef INNER
              <key>b</key><true/>
              #endif
              #else
              <key>a</key><string>second</string>
              #if X
              <broken
              #else
              #endif
              #elif Y
              <key>a</key><string>third</string>
              #endif
              <key>c</key><string>
            #if kept as text
            </string>
            </dict>
            """)
        #expect(
            value == .dictionary(["a": .string("first"), "b": .boolean(true), "c": .string("\n#if kept as text\n")]))
    }

    @Test(arguments: [
        ("", "the end of the file"), ("<dict>", "the tag </plist>"),
        ("<dict><string>x</string></dict>", "the tag <string>"),
        ("<dict><key>a</key></dict>", "the tag </dict>"), ("<dict>text</dict>", "the text \"text"),
        ("<dictionary/>", "the tag <dictionary/>"), ("<string>&nbsp;</string>", "the reference &nbsp;"),
        ("<string>&#xD800;</string>", "the reference &#xD800;"), ("<string>& x</string>", "& without a name"),
        ("<string>a</key>", "the tag </key>"), ("<string><b/></string>", "the tag <b/>"),
        ("<integer>18446744073709551616</integer>", "18446744073709551616"), ("<integer></integer>", "\"\""),
        ("<integer>-9223372036854775809</integer>", "-9223372036854775809"), ("<integer>-</integer>", "\"-\""),
        ("<integer>0x-5</integer>", "0x-5"), ("<integer>+-5</integer>", "+-5"), ("<integer>1.5</integer>", "1.5"),
        ("<real>one</real>", "one"), ("<data>A</data>", "\"A\""), ("<data>AA=A</data>", "AA=A"),
        ("<data>A*==</data>", "A*=="), ("<date>2014-13-01T00:00:00Z</date>", "2014-13"),
        ("<date>99999999999999999999-01-01T00:00:00Z</date>", "9999999"), ("<date>2014-01-01</date>", "2014-01-01"),
        ("<true/><true/>", "the tag <true/>"), ("<!-- open", "a comment without an end"),
        ("<string><![CDATA[ open</string>", "a CDATA section without an end"),
        ("<string a=\"x>y</string>", "an attribute"),
        ("#endif\n<true/>", "an #else or #endif without #if"), ("#if A\n<true/>", "the end of the file inside #if"),
        ("#if A\n<true/>\n#else\n", "the end of the file inside #else"), ("</plist><true/>", "the tag </plist>"),
    ])
    func `broken text is refused with what stood there`(body: String, found: String) throws {
        let error = try #require(throws: ManifestError.self) { try parse(body) }
        #expect(error.code == .syntax)
        #expect(error.file == "test.plist")
        if !body.isEmpty { #expect(error.found.contains(found), "\(error)") }
    }

    @Test(arguments: [
        "<plist version=\"1.0\"><true/></plist> trailing", "not a list", "{ a = b; }", "<dict/>",
        "<!DOCTYPE plist [<!ENTITY a \"ha\">]><plist><string>&a;</string></plist>", "<?xml version",
        "<!DOCTYPE plist \"x",
        "<plist", "<", "</", "<plist><string>&", "<plist><string>", "",
    ])
    func `what is no XML property list is refused`(text: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try PropertyListValue(parsing: Array(text.utf8), file: "f")
        }
        #expect(error.code == .syntax)
    }

    @Test func `an error names the line`() throws {
        let error = try #require(throws: ManifestError.self) { try parse("<dict>\n\n<oops/>\n</dict>") }
        #expect(error.found == "the tag <oops/> on line 6")
    }
}

@Suite struct PropertyListWriterTests {
    @Test func `what is written reads back the same`() throws {
        let value = PropertyListFixtures.sepia
        #expect(try PropertyListValue(parsing: value.xmlBytes(), file: "f") == value)
    }

    @Test(arguments: [
        "a&b<c>\"d\"'e", "tab\tline\ncr\rnul\0del\u{7F}\u{85}", "\u{FFFE}😀é", " spaces ", "]]>", "<!-- -->",
    ])
    func `awkward text survives as value and as key`(text: String) throws {
        let value = PropertyListValue.dictionary([text: .string(text)])
        #expect(try PropertyListValue(parsing: value.xmlBytes(), file: "f") == value)
    }

    @Test(arguments: 0..<20)
    func `data of any length survives`(length: Int) throws {
        let value = PropertyListValue.data((0..<length).map { UInt8($0 &* 37 & 0xFF) })
        #expect(try PropertyListValue(parsing: value.xmlBytes(), file: "f") == value)
    }

    @Test func `keys are in the order of their bytes`() {
        let value = PropertyListValue.dictionary([
            "b": .boolean(true), "a": .boolean(true), "B": .boolean(true), "é": .boolean(true),
        ])
        let text = String(decoding: value.xmlBytes(), as: UTF8.self)
        let keys = text.split(separator: "\n").filter { $0.contains("<key>") }.map { $0.dropFirst(6).dropLast(6) }
        #expect(keys == ["B", "a", "b", "é"])
    }

    @Test(arguments: [Double.infinity, -Double.infinity, 0.1, 1e300, -0.0])
    func `real numbers survive`(number: Double) throws {
        let value = PropertyListValue.real(number)
        #expect(try PropertyListValue(parsing: value.xmlBytes(), file: "f") == value)
    }

    @Test(arguments: [-Double.infinity, -1e18, 1e18, Double.infinity, Double.nan])
    func `a date beyond the calendar is written as its end`(seconds: Double) throws {
        let bytes = PropertyListValue.date(seconds).xmlBytes()
        #expect(throws: Never.self) { try PropertyListValue(parsing: bytes, file: "f") }
    }
}
