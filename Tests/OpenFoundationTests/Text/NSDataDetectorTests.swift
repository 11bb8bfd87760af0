import Foundation
import OpenFoundation
import TestSupport
import Testing

@Suite struct NSDataDetectorTests {
    private typealias Kind = NSTextCheckingResult.CheckingType
    // The constants of swift-corelibs-foundation, which are deprecated; AppleSourceTests in Frameworks uses them.
    private static let link = Kind(rawValue: 64)
    private static let phoneNumber = Kind(rawValue: 2048)
    private static let date = Kind(rawValue: 16)

    private func found(_ text: String, _ kinds: Kind) throws -> [NSTextCheckingResult] {
        try NSDataDetector(types: kinds.rawValue)
            .matches(in: text, options: [], range: NSRange(location: 0, length: text.utf16.count))
    }

    private func parts(_ text: String, _ kinds: Kind) throws -> [String] {
        try found(text, kinds).map { (text as NSString).substring(with: $0.range) }
    }

    @Test(arguments: [
        ("Look at https://example.com/a?b=c#d, it is good.", "https://example.com/a?b=c#d"),
        ("(see http://example.com/wiki/Swift_(bird))", "http://example.com/wiki/Swift_(bird)"),
        ("请看https://example.com/路径。谢谢", "https://example.com/路径"),
        ("<https://example.com>", "https://example.com"),
        ("at www.example.anything/x.", "www.example.anything/x"),
        ("at example.com:8080/x today", "example.com:8080/x"),
        ("myapp://open/3", "myapp://open/3"),
        ("“https://example.com/a”", "https://example.com/a"),
        ("mail joe.doe+tag@mail.example.org!", "joe.doe+tag@mail.example.org"),
        ("write mailto:a@b.co now", "mailto:a@b.co"),
        ("👩‍👩‍👧 https://example.com", "https://example.com"),
    ]) func `a link is found without the characters around it`(text: String, link: String) throws {
        #expect(try parts(text, Self.link) == [link])
    }

    @Test(arguments: [
        "no links here", "1.2.3", "3.14", "e.g. this", "end.Next sentence", "a@b", "@name", "http://", "://", "a..com",
        ".com",
        "ratio:1", "x@.com", "", "-.-", "user@host.1",
    ]) func `a text without links has no result`(text: String) throws {
        #expect(try parts(text, Self.link) == [])
    }

    @Test func `a domain gets the scheme http and a mail address the scheme mailto`() throws {
        let results = try found("example.com joe@example.com", Self.link)
        #expect(results.map { $0.url?.absoluteString } == ["http://example.com", "mailto:joe@example.com"])
        let kinds: [Kind] = results.map(\.resultType)
        #expect(kinds == [Self.link, Self.link])
        #expect(results.compactMap(\.phoneNumber) == [] && results.compactMap(\.date) == [])
    }

    @Test(arguments: [
        "555-123-4567", "(555) 123-4567", "+1 555 123 4567", "1-555-123-4567", "+49 (30) 1234567", "030 12345678",
        "01 23 45 67 89", "5551234567", "+441234567890", "555-1234",
    ]) func `a phone number is found`(number: String) throws {
        let results = try found("Call \(number), please.", Self.phoneNumber)
        #expect(results.map(\.phoneNumber) == [number])
    }

    @Test(arguments: [
        "2024-01-15", "01-15-2024", "1 000 000", "12:30", "192.168.1.1", "3.14159265", "1234567890123456",
        "ab5551234567", "42",
        "1/2/2024",
    ]) func `a number of another kind is not a phone number`(text: String) throws {
        #expect(try parts("x \(text) y", Self.phoneNumber) == [])
    }

    @Test(arguments: [
        ("on 2024-01-15.", "2024-01-15", 12, 0),
        ("on January 15, 2024 at 5:30 PM", "January 15, 2024 at 5:30 PM", 17, 30),
        ("Monday, January 15th, 2024", "Monday, January 15th, 2024", 12, 0),
        ("15 January 2024", "15 January 2024", 12, 0),
        ("the 15th of Jan 2024", "15th of Jan 2024", 12, 0), ("am 15.1.2024, 17:05", "15.1.2024, 17:05", 17, 5),
        ("2024-01-15 9am", "2024-01-15 9am", 9, 0), ("2024-01-15, 9 dogs", "2024-01-15", 12, 0),
    ]) func `a date is found with its time`(text: String, part: String, hour: Int, minute: Int) throws {
        #expect(try parts(text, Self.date) == [part])
        let date = try #require(try found(text, Self.date).first?.date)
        let fields = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day, .hour, .minute], from: date)
        #expect(fields == DateComponents(year: 2024, month: 1, day: 15, hour: hour, minute: minute))
    }

    @Test func `a date with a time zone is the time in that zone`() throws {
        let results = try found("at 2024-01-15T17:30:00.123Z and 2024-01-15T17:30:00+02:00", Self.date)
        #expect(results.map { $0.date?.timeIntervalSince1970 } == [1_705_339_800, 1_705_332_600])
        #expect(results.map { $0.timeZone?.secondsFromGMT() } == [0, 7200])
    }

    @Test(arguments: [
        "2024-02-30", "2024-13-01", "31 April 2024", "0/0/2024", "May", "Monday", "99.99.9999", "Mayor 5",
    ])
    func `a day that does not exist is not a date`(text: String) throws {
        #expect(try parts(text, Self.date) == [])
    }

    @Test func `results of all types are in the order of the text and do not overlap`() throws {
        let text = "555-123-4567 https://example.com/2024-01-15/555-123-4567 on 2024-01-16 or joe@example.com"
        let found = try parts(text, [Self.link, Self.phoneNumber, Self.date])
        #expect(
            found == ["555-123-4567", "https://example.com/2024-01-15/555-123-4567", "2024-01-16", "joe@example.com"])
    }

    @Test func `only the range is searched, and a range outside of the text is cut`() throws {
        let detector = try NSDataDetector(types: Self.link.rawValue)
        let text = "a.com b.com c.com"
        #expect(detector.matches(in: text, range: NSRange(location: 6, length: 5)).map(\.range.location) == [6])
        #expect(detector.numberOfMatches(in: text, range: NSRange(location: 6, length: 500)) == 2)
        #expect(detector.firstMatch(in: text, range: NSRange(location: NSNotFound, length: 3)) == nil)
        #expect(detector.rangeOfFirstMatch(in: "", range: NSRange(location: -4, length: .max)).location == NSNotFound)
    }

    @Test func `an enumeration ends when the function asks for it`() throws {
        let text = "a.com b.com c.com"
        var ranges: [NSRange?] = []
        try NSDataDetector(types: Self.link.rawValue)
            .enumerateMatches(in: text, range: NSRange(location: 0, length: 17)) { result, _, stop in
                ranges.append(result?.range)
                stop.pointee = ObjCBool(ranges.count == 2)
            }
        #expect(ranges == [NSRange(location: 0, length: 5), NSRange(location: 6, length: 5)])
    }

    @Test func `types that cannot be detected are refused`() {
        #expect(throws: DataDetectorError.noDetectableType(2)) {
            try NSDataDetector(types: 2)
        }
    }

    @Test(arguments: [
        "a.", "http://", "1 ", "(", "a@", "+1(", "www.a", "Jan 1 ", "1/", "x:", "2024-01-15T", ")]", "a@a.a", "a1", "Ж",
        "%",
    ]) func `a long text takes time in proportion to its length`(pattern: String) throws {
        func time(_ length: Int) throws -> Duration {
            let text = String(repeating: pattern, count: length / pattern.utf16.count)
            return try Duration.ofProcessor { _ = try parts(text, [Self.link, Self.phoneNumber, Self.date]) }
        }
        // A search that is quadratic takes minutes.
        #expect(try time(1 << 16) < .seconds(60))
    }
}
