import AppexPredicates
import Testing

@Suite struct EvaluationTests {
    /// Predicates that hold, and their values where they need one.
    @Test(arguments: [
        ("nil == nil", true), ("a == NULL", true), ("a != nil", false), ("nil != 1", true), ("nil == 1", false),
        ("nil == NO", false), ("nil == ''", false), ("nil < 1", false), ("nil > 1", false), ("1 < nil", false),
        ("nil <= nil", false), ("nil >= nil", false), ("nil < nil", false), ("nil BETWEEN {1, 2}", false),
        ("1 BETWEEN {nil, 2}", false), ("nil BEGINSWITH 'a'", false), ("'a' ENDSWITH nil", false),
        ("nil LIKE '*'", false), ("nil CONTAINS 1", false), ("nil IN {1}", false), ("nil IN {nil}", true),
        ("1 IN nil", false), ("'abc' CONTAINS nil", false), ("nil UTI-CONFORMS-TO 'a'", false),
        ("'a' UTI-EQUALS nil", false), ("a.b.c == nil", true), ("nil + 1 == nil", true),
    ])
    func `nil equals nil only, and is neither before nor behind anything`(text: String, result: Bool) throws {
        #expect(try holds(text, [:]) == result)
    }

    @Test(arguments: [
        ("ANY {} == 1", false), ("ALL {} == 1", true), ("NONE {} == 1", true), ("SOME {} == 1", false),
        ("ANY nil == 1", false), ("ALL nil == 1", true), ("NONE nil == 1", true),
        ("ANY {1, 2} == 2", true), ("SOME {1, 2} == 2", true), ("ANY {1, 2} == 3", false),
        ("ALL {1, 2} > 0", true), ("ALL {1, 2} > 1", false), ("NONE {1, 2} == 3", true), ("NONE {1, 2} == 2", false),
        ("NOT ANY {1, 2} == 3", true), ("ANY {'ab', 'cd'} BEGINSWITH 'c'", true), ("ALL {1, 2} IN {1, 2, 3}", true),
        ("ANY {{1}, {2}} CONTAINS 2", true), ("ANY {'a', 'B'} ==[c] 'b'", true), ("ANY dictionary == 2", true),
    ])
    func `ANY of nothing is false, ALL and NONE of nothing are true`(text: String, result: Bool) throws {
        #expect(try holds(text, ["dictionary": ["x": 1, "y": 2]]) == result)
    }

    @Test func `ANY, ALL and NONE of what is no collection are errors, or ask of the one value when they may`() throws {
        for text in ["ANY 1 == 1", "ALL 'a' == 'a'", "NONE 1 == 2"] {
            #expect(try failure(text) == .notACollection)
            var context = EvaluationContext()
            context.treatsSingleValueAsCollection = true
            #expect(try holds(text, nil, context))
            #expect(try holds("ANY {1, 2} == 2", nil, context))
        }
    }

    @Test(arguments: [
        ("1 BETWEEN {1, 3}", true), ("3 BETWEEN {1, 3}", true), ("2.5 BETWEEN {1, 3}", true),
        ("0 BETWEEN {1, 3}", false), ("3.1 BETWEEN {1, 3}", false), ("2 BETWEEN {3, 1}", false),
        ("'b' BETWEEN {'a', 'c'}", true), ("5 BETWEEN list", true),
    ])
    func `BETWEEN includes both ends`(text: String, result: Bool) throws {
        #expect(try holds(text, ["list": [1, 9]]) == result)
    }

    @Test func `BETWEEN needs a list of two that can be compared`() throws {
        for text in ["1 BETWEEN {1}", "1 BETWEEN {1, 2, 3}", "1 BETWEEN 1", "1 BETWEEN {'a', 'b'}", "1 BETWEEN nil"] {
            #expect(try failure(text) == .typeMismatch, "\(text)")
        }
    }

    @Test(arguments: [
        ("1 IN {1, 2}", "{1, 2} CONTAINS 1", true), ("3 IN {1, 2}", "{1, 2} CONTAINS 3", false),
        ("1.0 IN {1}", "{1} CONTAINS 1.0", true), ("YES IN {1}", "{1} CONTAINS YES", true),
        ("'1' IN {1}", "{1} CONTAINS '1'", false), ("'b' IN 'abc'", "'abc' CONTAINS 'b'", true),
        ("'B' IN 'abc'", "'abc' CONTAINS 'B'", false), ("'B' IN[c] 'abc'", "'abc' CONTAINS[c] 'B'", true),
        ("'A' IN[c] {'a'}", "{'a'} CONTAINS[c] 'A'", true), ("2 IN dictionary", "dictionary CONTAINS 2", true),
        ("'x' IN dictionary", "dictionary CONTAINS 'x'", false), ("{1} IN {{1}, {2}}", "{{1}} CONTAINS {1}", true),
        ("2 IN set", "set CONTAINS 2", true), ("nil IN {}", "{} CONTAINS nil", false),
    ])
    func `IN asks for an element, a part of a string or a value of a dictionary, and CONTAINS the other way round`(
        text: String, mirrored: String, result: Bool
    ) throws {
        let value: PredicateValue = ["dictionary": ["x": 1, "y": 2], "set": .set([1, 2])]
        #expect(try holds(text, value) == result)
        #expect(try holds(mirrored, value) == result)
    }

    @Test func `IN needs something that has elements or parts`() throws {
        #expect(try failure("1 IN 2") == .notACollection)
        #expect(try failure("2 CONTAINS 1") == .notACollection)
        #expect(try failure("1 IN 'abc'") == .typeMismatch)
    }

    @Test(arguments: [
        ("1 == 1.0", true), ("TRUE == 1", true), ("NO == 0.0", true), ("YES == 2", false), ("1 == '1'", false),
        ("'1' != 1", true), ("YES == 'YES'", false), ("0.1 < 1", true), ("-1 < NO", true),
        ("CAST(1, 'NSDate') == 1", false), ("CAST(1, 'NSDate') == CAST(1.0, 'NSDate')", true),
        ("CAST(1, 'NSDate') < CAST(2, 'NSDate')", true), ("CAST('01', 'NSData') == CAST('01', 'NSData')", true),
        ("{1, 2.0} == {1.0, 2}", true), ("{1, 2} == {2, 1}", false), ("{1} == {1, 1}", false),
        ("set == set2", true), ("set == {1, 2}", false), ("{} == {}", true), ("{} == nil", false),
        ("dictionary == dictionary2", true), ("dictionary == other", false),
        ("CAST('nan', 'NSNumber') == CAST('nan', 'NSNumber')", false),
        ("CAST('nan', 'NSNumber') < 1", false), ("CAST('nan', 'NSNumber') >= 1", false),
        ("CAST('inf', 'NSNumber') > 9223372036854775807", true),
    ])
    func `numbers are compared by value, booleans are 0 and 1, and nothing else is converted`(
        text: String, result: Bool
    ) throws {
        let value: PredicateValue = [
            "set": .set([1, 2]), "set2": .set([2.0, 1]), "dictionary": ["a": 1], "dictionary2": ["a": 1.0],
            "other": ["a": 2],
        ]
        #expect(try holds(text, value) == result)
        #expect(try holds(text.replacing(" == ", with: " != "), value) == (text.contains(" == ") ? !result : result))
    }

    @Test func `integers and real numbers are compared without losing digits`() throws {
        let big = Int64(1) << 53
        func compare(_ integer: Int64, _ sign: String, _ real: Double) throws -> Bool {
            try parsed("%@ \(sign) %@", .value(.integer(integer)), .value(.real(real))).evaluate(with: nil)
        }
        #expect(try !compare(big + 1, "==", 0x1p53))
        #expect(try compare(big + 1, ">", 0x1p53))
        #expect(try compare(big, "==", 0x1p53))
        #expect(try compare(.max, "<", 0x1p63))
        #expect(try !compare(.max, "==", 0x1p63))
        #expect(try compare(.min, "==", -0x1p63))
        #expect(try compare(.min, ">", -0x1.0000000000001p63))
        #expect(try compare(1, "<", 1.5))
        #expect(try compare(-1, ">", -1.5))
        #expect(try compare(2, ">", 1.5))
        #expect(try holds("9223372036854775807 IN {9223372036854775808, 9223372036854775807}"))
        #expect(try !holds("9223372036854775807 IN {9223372036854775808}"))
    }

    @Test(arguments: ["1 < 'a'", "'a' > 1", "{1} <= {2}", "CAST(1, 'NSDate') >= 1", "YES < 'NO'", "object > object"])
    func `an order between different kinds is an error`(text: String) throws {
        #expect(try failure(text, ["object": .object(Book(title: "A", pages: 1))]) == .typeMismatch)
    }

    @Test func `objects are equal when they say so`() throws {
        let book = PredicateValue.object(Book(title: "A", pages: 1))
        let other = PredicateValue.object(Book(title: "B", pages: 1))
        #expect(try holds("a == b AND a IN {b} AND a != c AND NOT a IN {c, nil}", ["a": book, "b": book, "c": other]))
    }

    @Test func `AT-13: UTI-CONFORMS-TO asks the table of types, UTI-EQUALS compares, both without case`() throws {
        let parents = ["public.jpeg": "public.image", "public.png": "public.image"]
        let context = EvaluationContext(conforms: { one, other in
            let (one, other) = (one.lowercased(), other.lowercased())
            return one == other || parents[one] == other
        })
        #expect(try holds("'public.jpeg' UTI-CONFORMS-TO 'public.jpeg'", nil, context))
        #expect(try !holds("'public.png' UTI-CONFORMS-TO 'public.jpeg'", nil, context))
        #expect(try holds("ALL {'public.png', 'PUBLIC.JPEG'} UTI-CONFORMS-TO 'Public.Image'", nil, context))
        #expect(try holds("'PUBLIC.png' UTI-EQUALS 'public.PNG'", nil, context))
        #expect(try !holds("'public.png' UTI-EQUALS 'public.image'", nil, context))
        #expect(try failure("1 UTI-CONFORMS-TO 'a'") == .typeMismatch)
        // Without a table, a type conforms to itself.
        #expect(try holds("'A.b' UTI-CONFORMS-TO 'a.B'"))
    }

    @Test func `AND and OR stop where they are decided`() throws {
        #expect(try !holds("1 == 2 AND 1 < 'a'"))
        #expect(try holds("1 == 1 OR 1 < 'a'"))
        #expect(try failure("1 == 1 AND 1 < 'a'") == .typeMismatch)
        #expect(try holds("TERNARY(1 == 1, 1, 1 / 0) == 1"))
        #expect(try Predicate.and([]).evaluate(with: nil))
        #expect(try !Predicate.or([]).evaluate(with: nil))
    }

    @Test func `a predicate in brackets is YES or NO`() throws {
        #expect(try holds("(1 == 1) == YES"))
        #expect(try holds("(1 == 2) != (1 == 1)"))
    }

    @Test func `an error names the comparison in which it happened`() throws {
        let predicate = try parsed("TRUEPREDICATE AND SUBQUERY({1}, $x, $x < 'a').@count == 1")
        let error = #expect(throws: EvaluationError.self) { try predicate.evaluate(with: nil) }
        #expect(error?.clause == #"$x < "a""#)
        #expect(error?.description == #"< cannot compare an integer with a string, in: $x < "a""#)
    }

    @Test func `ANYKEY and FETCH have no value in memory`() throws {
        #expect(try failure("ANYKEY == 1") == .unsupported)
        #expect(try failure("FETCH(a, b, NO) == 1") == .unsupported)
    }

    @Test func `code of the program is asked with the value and the variables`() throws {
        let block = Predicate.block(PredicateBlock { value, variables in value == 7 && variables["x"] == 8 })
        #expect(try block.evaluate(with: 7, context: EvaluationContext(variables: ["x": 8])))
        let sum = Expression.block(ExpressionBlock { value, parts, _ in .list([value] + parts) }, [.constant(2)])
        #expect(try sum.value(with: 1) == [1, 2])
        let inside = try parsed(
            "SUBQUERY({1, 2}, $x, %@).@count == 1", .predicate(.block(PredicateBlock { $1["x"] == 2 })))
        #expect(try inside.evaluate(with: nil))
    }
}
