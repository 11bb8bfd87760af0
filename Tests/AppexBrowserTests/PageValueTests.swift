import AppexPages
import AppexProtocol
import FuzzSupport
import Testing

/// Values between a script in a page and an extension.
@Suite struct PageValueTests {
    @Test(
        arguments: [
            ("\"tea\"", .string("tea")), ("true", .boolean(true)), ("7", .integer(7)), ("-0.5", .real(-0.5)),
            ("1e300", .real(1e300)), ("[\"a\"]", .array([])),
            ("[\"a\",1,[\"a\",\"x\"]]", .array([.integer(1), .array([.string("x")])])),
            ("[\"o\"]", .dictionary([:])),
            ("[\"o\",\"__proto__\",1,\"a\",false]", .dictionary(["__proto__": .integer(1), "a": .boolean(false)])),
            ("[\"d\",978307200000]", .date(0)),
        ] as [(String, ItemValue)])
    func `a text stands for one value`(text: String, value: ItemValue) throws {
        #expect(try PageValue(parsing: text).value == value)
        // What a script is given back is the same again.
        let back = try #require(PageValue(value).text)
        #expect(try PageValue(parsing: back).value == value)
    }

    @Test(arguments: [
        "9007199254740993", "-9007199254740993", "1152921504606846976e0", "1e18", "18446744073709551616", "0.1e1",
        "9007199254740993" + String(repeating: "0", count: 130) + "e-130", "1" + String(repeating: "0", count: 300),
        "5e-324",
    ])
    func `a number is what JavaScript takes it for`(text: String) throws {
        let number = try #require(Double(text))
        let value = try PageValue(parsing: text).value
        #expect(
            value
                == (abs(number) < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? .real(number) : .real(number))
        )
    }

    @Test func `data go to scripts, and do not come back`() {
        #expect(PageValue(.data([1, 2])).text == "[\"b\",\"AQI=\"]")
        #expect(throws: PageFailure.self) { try PageValue(parsing: "[\"b\",\"AQI=\"]") }
    }

    @Test(arguments: [
        "9007199254740993" + String(repeating: "0", count: 130) + "e-130x", "", "null", "{}", "[]", "[1]", "[null]",
        "[\"x\"]", "[\"a\",null]", "[\"o\",1]", "[\"o\",\"k\"]", "[\"o\",1,1]",
        "[\"d\"]", "[\"d\",\"x\"]", "NaN", "1e999", "[\"a\"", "\"\\ud800\"", "[\"a\"]x",
    ])
    func `anything else is refused with a sentence`(text: String) {
        #expect(throws: PageFailure.self) { try PageValue(parsing: text) }
    }

    @Test func `depth and number are limited`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[\"a\",", count: levels) + "1" + String(repeating: "]", count: levels)
        }
        _ = try PageValue(parsing: nested(PageValue.depth))
        #expect(throws: PageFailure.self) { try PageValue(parsing: nested(PageValue.depth + 1)) }
        #expect(throws: PageFailure.self) { try PageValue(parsing: nested(100_000)) }
        let many = "[\"a\"" + String(repeating: ",1", count: PageValue.values - 1) + "]"
        _ = try PageValue(parsing: many)
        #expect(throws: PageFailure.self) { try PageValue(parsing: many.dropLast() + ",1]") }
    }

    @Test func `a value that a script cannot have has no text`() {
        #expect(PageValue(.array([.null])).text == nil)
        #expect(PageValue(.dictionary(["a": .real(.infinity)])).text == nil)
        #expect(PageValue(.size(width: 1, height: 1)).text == nil)
    }
}
