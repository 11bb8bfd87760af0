import AppexPredicates
import Testing

@Suite struct ArgumentTests {
    @Test func `%@ takes a value of any kind, as a constant`() throws {
        let values: [PredicateValue] = [nil, true, 1, 1.5, "x", .date(1), .data([1]), [1, "x"], .set([1]), ["a": 1]]
        for value in values {
            #expect(
                try parsed("a == %@", .value(value))
                    == .comparison(Comparison(.keyPath("a"), .equal, .constant(value))))
        }
    }

    @Test func `%@ takes a predicate where one can stand, and an expression where one can stand`() throws {
        let inner = try parsed("b == 1")
        #expect(try parsed("a == 1 AND %@", .predicate(inner)) == parsed("a == 1 AND b == 1"))
        #expect(try parsed("a == %@", .expression(.keyPath("c"))) == parsed("a == c"))
        #expect(try parsed("(%@) == YES", .predicate(inner)) == parsed("(b == 1) == YES"))
        #expect(syntaxError("a == %@", .predicate(inner)) != nil)
    }

    @Test func `%K takes a key path, also behind another`() throws {
        #expect(try parsed("%K == 1", .value("a.b")) == parsed("a.b == 1"))
        #expect(try parsed("%K.c == 1", .value("a.b")) == parsed("a.b.c == 1"))
        #expect(try parsed("$x.%K > 1", .value("a.@count")) == parsed("$x.a.@count > 1"))
        #expect(try parsed("%K == 1", .value("first")) == parsed("#first == 1"))
        #expect(syntaxError("%K == 1", .value("a.@nothing"))?.column == 1)
    }

    @Test(
        arguments: [
            ("%d", 1), ("%i", 1), ("%u", 1), ("%x", 1), ("%ld", 1), ("%llu", 1), ("%hhd", true), ("%zd", 1),
            ("%f", 1.5), ("%g", 1.5), ("%Lf", 1.5), ("%f", 1), ("%c", 65), ("%C", "ä"), ("%s", "x"),
        ] as [(String, PredicateValue)])
    func `other placeholders take their kind`(placeholder: String, value: PredicateValue) throws {
        #expect(
            try parsed("a == \(placeholder)", .value(value))
                == .comparison(Comparison(.keyPath("a"), .equal, .constant(value))))
    }

    @Test(
        arguments: [("%d", "1"), ("%d", 1.5), ("%f", "1"), ("%K", 1), ("%c", "ab"), ("%s", 1)]
            as [(String, PredicateValue)])
    func `an argument of another kind is an error at its placeholder`(placeholder: String, value: PredicateValue) throws
    {
        let error = try #require(syntaxError("a == 1 AND b == \(placeholder)", .value(value)))
        #expect(error.column == 17)
        #expect(error.expected.hasSuffix("for \(placeholder)"))
        #expect(error.found == value.kindName)
    }

    @Test func `a missing argument is an error at its placeholder, one too many an error at the end`() throws {
        let missing = try #require(syntaxError("a == %@ AND b == %@", .value(1)))
        #expect(missing.column == 18)
        #expect(missing.message == "expected an argument for %@, found no more arguments")
        let surplus = try #require(syntaxError("a == %@", .value(1), .value(2)))
        #expect(surplus.column == 8)
    }

    @Test func `a placeholder in quotation marks is plain text`() throws {
        #expect(try parsed("a == '%@'") == .comparison(Comparison(.keyPath("a"), .equal, .constant("%@"))))
        #expect(syntaxError("a == '%@'", .value(1)) != nil)
    }

    @Test func `an argument is bounded in depth together with the text`() throws {
        var value: PredicateValue = 1
        for _ in 0..<PredicateLimits.depth { value = [value] }
        #expect(syntaxError("a == %@", .value(value))?.column == 6)
        var predicate = try parsed("a == 1")
        for _ in 0..<60 { predicate = .not(predicate) }
        #expect(syntaxError("%@", .predicate(predicate)) == nil)
        let nots = String(repeating: "NOT ", count: 60)
        #expect(syntaxError(nots + "%@", .predicate(predicate)) != nil)
    }
}
