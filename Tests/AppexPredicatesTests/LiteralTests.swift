import AppexPredicates
import Testing

@Suite struct LiteralTests {
    @Test(
        arguments: [
            ("0", 0), ("42", 42), ("1.5", 1.5), ("1e3", 1000.0), ("2.5E-3", 0.0025), ("0xFF", 255), ("0Xff", 255),
            ("0o17", 15), ("0b101", 5), ("-7", -7), ("--7", 7), ("- 7", -7), ("-1.5", -1.5),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .real(0x1p63)), ("0xFFFFFFFFFFFFFFFF", .real(0x1p64)),
            ("--9223372036854775808", .real(0x1p63)), ("123456789012345678901234567890", 1.2345678901234568e29),
        ] as [(String, PredicateValue)])
    func `numbers`(text: String, value: PredicateValue) throws {
        #expect(try expression(text) == .constant(value))
    }

    @Test(
        arguments: [
            ("TRUE", true), ("yes", true), ("False", false), ("NO", false), ("NULL", nil), ("nil", nil), ("NIL", nil),
        ] as [(String, PredicateValue)])
    func `words for constants`(text: String, value: PredicateValue) throws {
        #expect(try expression(text) == .constant(value))
    }

    @Test(arguments: [
        (#""a""#, "a"), (#"'a'"#, "a"), (#"'"'"#, "\""), (#""'""#, "'"), (#""""#, ""),
        (#""\"\'\\""#, #""'\"#), (#""\n\t\r\b\f""#, "\n\t\r\u{8}\u{C}"), (#""\u00e4\u4E2D""#, "ä中"),
        (#""\uD83D\uDE00""#, "😀"), (#""\x41\xe4""#, "Aä"), (#""äöü 中 😀""#, "äöü 中 😀"), ("\"a\nb\"", "a\nb"),
        (#""%@ $x %d""#, "%@ $x %d"),
    ])
    func `strings have two kinds of quotation marks and escapes`(text: String, value: String) throws {
        #expect(try expression(text) == .constant(.string(value)))
    }

    @Test func `a backslash before another letter stands for itself, as patterns need it`() throws {
        #expect(try expression(#""\d+\.\*""#) == .constant(#"\d+\.\*"#))
    }

    @Test func `dates, data and numbers without digits are written as casts, which are constants`() throws {
        #expect(try expression(#"CAST(12.5, "NSDate")"#) == .constant(.date(12.5)))
        #expect(try expression(#"CAST(-1, "NSDate")"#) == .constant(.date(-1)))
        #expect(try expression(#"CAST("00ff10", "NSData")"#) == .constant(.data([0, 255, 16])))
        #expect(try expression(#"CAST("inf", "NSNumber")"#) == .constant(.real(.infinity)))
        #expect(try expression(#"CAST("12", "NSNumber")"#) == .cast(.constant("12"), "NSNumber"))
        #expect(try expression(#"CAST("0g", "NSData")"#) == .cast(.constant("0g"), "NSData"))
    }

    @Test func `arithmetic is functions, by precedence and from left to right`() throws {
        func call(_ name: String, _ one: Expression, _ other: Expression) -> Expression {
            .function(name, [one, other])
        }
        let (a, b, c) = (Expression.keyPath("a"), Expression.keyPath("b"), Expression.keyPath("c"))
        #expect(try expression("a + b * c") == call("add:to:", a, call("multiply:by:", b, c)))
        #expect(try expression("(a + b) * c") == call("multiply:by:", call("add:to:", a, b), c))
        #expect(try expression("a - b - c") == call("from:subtract:", call("from:subtract:", a, b), c))
        #expect(try expression("a / b ** c") == call("divide:by:", a, call("raise:toPower:", b, c)))
        #expect(try expression("a ** b ** c") == call("raise:toPower:", call("raise:toPower:", a, b), c))
        #expect(try expression("-a ** b") == call("raise:toPower:", call("multiply:by:", a, .constant(-1)), b))
        #expect(try expression("a - -1") == call("from:subtract:", a, .constant(-1)))
    }

    @Test func `a function is known by name, with or without its last colon, and number of arguments`() throws {
        let a = Expression.keyPath("a")
        #expect(try expression("abs(a)") == .function("abs:", [a]))
        #expect(try expression("abs:(a)") == .function("abs:", [a]))
        #expect(try expression("now()") == .function("now", []))
        #expect(try expression("random()") == .function("random", []))
        #expect(try expression("random(5)") == .function("random:", [.constant(5)]))
        #expect(try expression("max(1, a, 2)") == .function("max:", [.constant(1), a, .constant(2)]))
        #expect(try expression("add:to:(a, 1)") == expression("a + 1"))
        #expect(try expression("modulus:by:(a, 2)") == .function("modulus:by:", [a, .constant(2)]))
    }

    @Test(arguments: FunctionCatalogue.argumentCounts.keys.sorted())
    func `every function of the catalogue can be written`(name: String) throws {
        let count = try #require(FunctionCatalogue.argumentCounts[name]).lowerBound
        let arguments = (0..<count).map { Expression.keyPath("k\($0)") }
        let function = Expression.function(name, arguments)
        #expect(try expression(function.description) == function)
        #expect(try expression("\(name)(\(arguments.map(\.description).joined(separator: ", ")))") == function)
    }

    @Test func `a name of a function without brackets is a key`() throws {
        #expect(try expression("count") == .keyPath("count"))
        #expect(try parsed("sum > now") == .comparison(Comparison(.keyPath("sum"), .greaterThan, .keyPath("now"))))
    }
}
