import Foundation
import OpenFoundation
import Testing

extension String {
    /// Calls the method as an extension of `String` does, without a receiver.
    fileprivate var withoutMarks: String? { applyingTransform(.stripCombiningMarks, reverse: false) }
}

/// Names of Foundation that older sources use.
@Suite struct OlderNamesTests {
    @Test func `a text is transformed also in an extension of String`() {
        #expect("é".withoutMarks == "e" && "日本".applyingTransform(.toLatin, reverse: false) != "日本")
        #expect("a".applyingTransform(StringTransform(rawValue: "No-Such"), reverse: false) == nil)
    }

    @Test func `a scanner stores what it finds in an NSString`() {
        let scanner = Scanner(string: "one two;three")
        scanner.charactersToBeSkipped = nil
        var found: NSString?
        #expect(scanner.scanUpToCharacters(from: .whitespaces, into: &found) && found == "one")
        #expect(scanner.scanCharacters(from: .whitespaces, into: &found) && found == " ")
        #expect(scanner.scanUpTo(";", into: &found) && found == "two")
        #expect(!scanner.scanUpTo(";", into: &found) && found == "two")
        #expect(scanner.scanString(";", into: &found) && found == ";")
        #expect(scanner.scanCharacters(from: .letters, into: &found) && found == "three" && scanner.isAtEnd)
    }

    @Test(arguments: [
        ("utf-8", String.Encoding.utf8), ("UTF-8", .utf8), ("us-ascii", .ascii), ("iso-8859-1", .isoLatin1),
        ("iso-8859-2", .isoLatin2), ("windows-1252", .windowsCP1252), ("utf-16be", .utf16BigEndian),
        ("utf-32le", .utf32LittleEndian), ("euc-jp", .japaneseEUC), ("iso-2022-jp", .iso2022JP),
        ("macintosh", .macOSRoman),
    ])
    func `the name of an encoding leads to that of Foundation and back`(name: String, encoding: String.Encoding) {
        let number = CFStringConvertIANACharSetNameToEncoding(name)
        #expect(CFStringConvertEncodingToNSStringEncoding(number) == encoding.rawValue)
        #expect(CFStringConvertNSStringEncodingToEncoding(encoding.rawValue) == number)
        #expect(CFStringConvertEncodingToIANACharSetName(number) == name.lowercased())
    }

    @Test func `texts of encodings that Foundation has no constant for are read`() {
        let number = CFStringEncoding(CFStringEncodings.GB_18030_2000.rawValue)
        let encoding = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(number))
        #expect(String(data: Data([0xD6, 0xD0]), encoding: encoding) == "中")
        #expect(CFStringConvertNSStringEncodingToEncoding(encoding.rawValue) == number)
        #expect(CFStringConvertIANACharSetNameToEncoding("gb18030") == number)
    }

    @Test(arguments: ["", "utf", "no-such", String(repeating: "a", count: 1 << 20)])
    func `an unknown encoding has the invalid identifier`(name: String) {
        let number = CFStringConvertIANACharSetNameToEncoding(name)
        #expect(number == kCFStringEncodingInvalidId && CFStringConvertEncodingToIANACharSetName(number) == nil)
        #expect(CFStringConvertNSStringEncodingToEncoding(0xFFFF_FFFF) == kCFStringEncodingInvalidId)
        #expect(CFStringConvertNSStringEncodingToEncoding(.max) == kCFStringEncodingInvalidId)
        let encoding = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(number))
        #expect(String(data: Data([0x41]), encoding: encoding) == nil)
    }
}
