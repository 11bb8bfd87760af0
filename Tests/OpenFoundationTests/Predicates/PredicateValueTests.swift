import Foundation
import OpenFoundation
import Testing

/// What values of the program look like to a predicate.
@Suite struct PredicateValueTests {
    private enum Colour: String { case red, green }
    private struct Flags: OptionSet { let rawValue: Int }
    private struct Plain {}

    /// Whether a predicate holds for an object that has `value` under the key `x`.
    private func holds(_ format: String, _ value: Any) -> Bool {
        NSPredicate(format: format).evaluate(with: ["x": value])
    }

    @Test func `numbers of every type are compared by value`() {
        let sevens: [Any] = [
            7, Int8(7), Int16(7), Int32(7), Int64(7), UInt(7), UInt8(7), UInt16(7), UInt32(7), UInt64(7), Float(7), 7.0,
            CGFloat(7), Decimal(7), NSNumber(value: 7), NSNumber(value: UInt64(7)), NSNumber(value: 7.0),
            NSDecimalNumber(value: 7), Int?.some(7) as Any, Int??.some(7) as Any,
        ]
        for seven in sevens {
            #expect(holds("x == 7 AND x < 7.5 AND x BETWEEN {7, 8} AND x IN {1, 7}", seven), "\(type(of: seven))")
        }
        #expect(holds("x > 9223372036854775807.0", UInt64.max))
        #expect(holds("x > 9223372036854775807.0", NSNumber(value: UInt64.max)))
    }

    @Test func `truth values are what they are, also as NSNumber`() {
        for value in [true, NSNumber(value: true)] as [Any] {
            #expect(holds("x == YES", value))
            #expect(holds("x == 1", value))
            #expect(!holds("x == NO", value))
        }
    }

    @Test func `texts of every type are texts`() {
        let texts: [Any] = ["abc", "xabc".dropFirst(), NSString("abc"), NSMutableString(string: "abc")]
        for text in texts { #expect(holds("x == 'abc' AND x LIKE 'a*'", text), "\(type(of: text))") }
        #expect(holds("x == 'a'", Character("a")))
    }

    @Test func `nothing has many forms`() {
        let nothings: [Any] = [NSNull(), Int?.none as Any, Int??.some(.none) as Any]
        for nothing in nothings { #expect(holds("x == nil AND NOT x == 0", nothing)) }
        #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
    }

    @Test func `collections of every type are collections`() {
        let collections: [Any] = [
            [1, 2], [1, 2][...], ContiguousArray([1, 2]), Set([1, 2]), 1..<3, NSArray(array: [1, 2]),
            NSMutableArray(array: [1, 2]),
            NSSet(array: [1, 2]), NSOrderedSet(array: [1, 2]), [1, 2].lazy.map { $0 }, IndexSet([1, 2]),
        ]
        for collection in collections {
            #expect(
                holds("ANY x == 2 AND NONE x == 3 AND x.@count == 2 AND 1 IN x", collection), "\(type(of: collection))")
        }
    }

    @Test func `dictionaries of every type answer keys`() {
        let dictionaries: [Any] = [
            ["a": ["b": 1]], ["a": ["b": 1]] as [AnyHashable: Any], NSDictionary(dictionary: ["a": ["b": 1]]),
            [NSString("a"): ["b": 1]], ["a": NSDictionary(dictionary: ["b": 1])],
        ]
        for dictionary in dictionaries {
            #expect(NSPredicate(format: "a.b == 1 AND c == nil").evaluate(with: dictionary), "\(type(of: dictionary))")
            #expect(holds("x.a.b == 1 AND x.c == nil", dictionary), "\(type(of: dictionary))")
        }
        #expect(holds("x['7'] == 'seven'", [7: "seven"]))
    }

    @Test func `a dictionary is a value as a whole, too`() {
        #expect(NSPredicate(format: "SELF.@count == 2").evaluate(with: ["a": 1, "b": 2]))
        #expect(NSPredicate(format: "2 IN SELF").evaluate(with: ["a": 1, "b": 2]))
    }

    @Test func `raw values stand for what has them`() {
        #expect(holds("x == 'red'", Colour.red))
        #expect(holds("x IN {'red', 'blue'} AND x != 'green'", Colour.red))
        #expect(holds("x == 6", Flags(rawValue: 6)))
        #expect(NSPredicate(format: "x == %@", "red").evaluate(with: ["x": Colour.red]))
        #expect(NSPredicate(format: "x == %@", Colour.red as Any).evaluate(with: ["x": "red"]))
    }

    @Test func `values that predicates do not know are equal as the program says`() throws {
        let url = try #require(URL(string: "https://example.org/a.html?q=1"))
        let uuid = UUID()
        let values: [(Any, Any)] = [(url, url as NSURL), (uuid, uuid as NSUUID)]
        for (value, object) in values {
            #expect(NSPredicate(format: "x == %@", value).evaluate(with: ["x": value]))
            #expect(NSPredicate(format: "x == %@", value).evaluate(with: ["x": object]))
            #expect(!NSPredicate(format: "x == %@", value).evaluate(with: ["x": URL(fileURLWithPath: "/")]))
        }
        let object = NSObject()
        #expect(NSPredicate(format: "SELF == %@", object).evaluate(with: object))
        #expect(!NSPredicate(format: "SELF == %@", object).evaluate(with: NSObject()))
        #expect(!NSPredicate(format: "SELF == %@", Plain()).evaluate(with: Plain()))
    }

    @Test func `values of Foundation answer some keys`() throws {
        let url = try #require(URL(string: "https://example.org:8080/a/b.html?q=1#top"))
        let keys = "scheme == 'https' AND host ENDSWITH 'org' AND port == 8080 AND lastPathComponent == 'b.html'"
        for value in [url, url as NSURL] as [Any] {
            #expect(NSPredicate(format: keys + " AND pathExtension == 'html' AND query == 'q=1'").evaluate(with: value))
            #expect(NSPredicate(format: "fragment == 'top' AND path == '/a/b.html'").evaluate(with: value))
            #expect(NSPredicate(format: "absoluteString BEGINSWITH 'https:'").evaluate(with: value))
        }
        let uuid = UUID()
        #expect(NSPredicate(format: "UUIDString == %@", uuid.uuidString).evaluate(with: uuid))
        #expect(
            NSPredicate(format: "length == 3 AND string == 'abc'").evaluate(with: NSAttributedString(string: "abc")))
    }

    @Test func `Foundation's collections filter by a format`() {
        let rows: [[String: Int]] = [["n": 1], ["n": 2], ["n": 3]]
        let odd = NSPredicate(format: "modulus:by:(n, 2) == 1")
        #expect((rows as NSArray).filtered(using: odd).count == 2)
        let array = NSMutableArray(array: rows)
        array.filter(using: odd)
        #expect(array.count == 2)
        #expect(NSOrderedSet(array: rows).filtered(using: odd).count == 2)
        let words = NSMutableSet(array: ["one", "two", "three"])
        let short = NSPredicate(format: "SELF LIKE '???'")
        #expect(words.filtered(using: short) == ["one", "two"])
        words.filter(using: short)
        #expect(words.count == 2)
    }

    @Test func `items and providers answer what activation rules ask`() {
        let provider = NSItemProvider(item: NSString("x"), typeIdentifier: "public.jpeg")
        provider.suggestedName = "photo"
        let item = NSExtensionItem()
        item.attachments = [provider]
        item.attributedContentText = NSAttributedString(string: "text")
        let rule =
            "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, "
            + "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image').@count == $i.attachments.@count).@count == 1"
        #expect(NSPredicate(format: rule).evaluate(with: ["extensionItems": [item]]))
        #expect(
            NSPredicate(format: "attributedContentText.string == 'text' AND attributedTitle == nil").evaluate(
                with: item))
        #expect(NSPredicate(format: "ANY attachments.suggestedName == 'photo'").evaluate(with: item))
    }
}
