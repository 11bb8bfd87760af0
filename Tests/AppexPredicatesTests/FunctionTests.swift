import AppexPredicates
import Testing

@Suite struct FunctionTests {
    @Test(
        arguments: [
            ("1 + 2 * 3", 7), ("7 / 2", 3), ("-7 / 2", -3), ("7.0 / 2", 3.5), ("2 ** 10", 1024), ("2 ** -1", 0.5),
            ("4 ** 0.5", 2.0), ("10 ** 18", 1_000_000_000_000_000_000), ("10 ** 19", 1e19), ("0 ** 0", 1),
            ("9223372036854775807 + 1", 0x1p63), ("-9223372036854775808 - 1", -0x1p63),
            ("9223372036854775807 * 2", 0x1p64), ("-9223372036854775808 / -1", 0x1p63), ("1 / 0.0", .real(.infinity)),
            ("YES + YES", 2), ("nil + 1", nil), ("1 * nil", nil), ("(-2) ** 3", -8), ("-2 ** 2", 4),
        ] as [(String, PredicateValue)])
    func `arithmetic keeps integers for as long as they fit`(text: String, result: PredicateValue) throws {
        #expect(try value(text) == result)
    }

    @Test(
        arguments: [
            ("modulus:by:(7, 3)", 1), ("modulus:by:(-7, 3)", -1), ("modulus:by:(7.5, 2)", 1.5),
            ("modulus:by:(-9223372036854775808, -1)", 0), ("sqrt(16)", 4.0), ("log(1000)", 3.0), ("ln(1)", 0.0),
            ("exp(0)", 1.0), ("floor(-1.5)", -2.0), ("ceiling(1.2)", 2.0), ("trunc(-1.7)", -1.0), ("floor(3)", 3),
            ("abs(-3)", 3), ("abs(-1.5)", 1.5), ("abs(-9223372036854775808)", 0x1p63), ("abs(nil)", nil),
            ("bitwiseAnd:with:(12, 10)", 8), ("bitwiseOr:with:(12, 10)", 14), ("bitwiseXor:with:(12, 10)", 6),
            ("leftshift:by:(1, 4)", 16), ("leftshift:by:(1, 64)", 0), ("rightshift:by:(16, 4)", 1),
            ("rightshift:by:(-1, 100)", -1), ("onesComplement(0)", -1), ("bitwiseAnd:with:(3.0, 1)", 1),
            ("add:to:(1, 2)", 3), ("from:subtract:(5, 2)", 3), ("multiply:by:(2, 3)", 6), ("divide:by:(9, 2)", 4),
            ("raise:toPower:(2, 3)", 8), ("noindex(5)", 5),
        ] as [(String, PredicateValue)])
    func `functions of numbers`(text: String, result: PredicateValue) throws {
        #expect(try value(text) == result)
    }

    @Test(
        arguments: [
            ("sum({1, 2, 3})", 6), ("sum(1, 2, 3)", 6), ("sum(1)", 1), ("sum({})", 0), ("sum({0.5, 1})", 1.5),
            ("count({1, nil})", 2), ("average({1, 2})", 1.5), ("average({})", nil), ("min({3, 1, 2})", 1),
            ("max(3, 1, 2)", 3), ("max({'a', 'b'})", "b"), ("max({})", nil), ("median({3, 1, 2})", 2.0),
            ("median({4, 1, 2, 3})", 2.5), ("median({})", nil), ("mode({1, 2, 2, 3, 3.0})", [2, 3]), ("mode({})", []),
            ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2.0), ("sum(items.price)", 5), ("sum({1, nil, 2})", 3),
        ] as [(String, PredicateValue)])
    func `statistics take one collection or several numbers`(text: String, result: PredicateValue) throws {
        #expect(try value(text, ["items": [["price": 2], ["price": 3]]]) == result)
    }

    @Test(
        arguments: [
            ("uppercase('aß')", "ASS"), ("lowercase('ÄB')", "äb"), ("length('a😀')", 3), ("uppercase(nil)", nil),
        ] as [(String, PredicateValue)])
    func `functions of texts`(text: String, result: PredicateValue) throws {
        #expect(try value(text) == result)
    }

    @Test(
        arguments: [
            ("CAST('12', 'NSNumber')", 12), ("CAST('1.5', 'NSDecimalNumber')", 1.5), ("CAST(5, 'NSString')", "5"),
            ("CAST(YES, 'NSString')", "1"), ("CAST(now(), 'NSNumber')", 60.0), ("CAST(1 + 1, 'NSDate')", .date(2)),
            ("CAST(nil, 'NSNumber')", nil), ("CAST({1, 1}, 'NSSet')", .set([1])), ("CAST('x', 'NSString')", "x"),
            ("castObject:toType:('7', 'NSNumber')", 7), ("CAST(CAST({2, 1}, 'NSSet'), 'NSArray')", [2, 1]),
        ] as [(String, PredicateValue)])
    func `casts`(text: String, result: PredicateValue) throws {
        #expect(try value(text, nil, EvaluationContext(now: { 60 })) == result)
    }

    @Test func `now is the context's, or that of the clock`() throws {
        #expect(try value("now()", nil, EvaluationContext(now: { 12.5 })) == .date(12.5))
        // 2020-01-01: no clock is behind that.
        #expect(try holds("now() > CAST(599529600, 'NSDate')"))
    }

    @Test func `random numbers are in their range`() throws {
        for _ in 0..<100 {
            #expect(try holds("random() >= 0 AND random(3) BETWEEN {0, 2} AND randomn(1) == 0"))
        }
    }

    @Test(
        arguments: [
            ("1 / 0 == 1", .divisionByZero), ("modulus:by:(1, 0) == 1", .divisionByZero),
            ("'a' + 1 == 1", .typeMismatch),
            ("sqrt('4') == 2", .typeMismatch), ("sum({1, 'a'}) == 1", .typeMismatch),
            ("uppercase(1) == 1", .typeMismatch),
            ("bitwiseAnd:with:(1.5, 1) == 1", .typeMismatch), ("random(0) == 0", .typeMismatch),
            ("CAST('x', 'NSNumber') == 1", .typeMismatch), ("CAST(1, 'NSColor') == 1", .typeMismatch),
            ("castObject:toType:(1, 2) == 1", .typeMismatch), ("max({1, 'a'}) == 1", .typeMismatch),
            ("average('a') == 1", .typeMismatch), ("distanceToLocation:fromLocation:(1, 2) == 1", .unsupported),
            ("CAST(1, 'NSDate') + 1 == 1", .typeMismatch),
        ] as [(String, EvaluationError.Code)])
    func `what cannot be computed is an error`(text: String, code: EvaluationError.Code) throws {
        #expect(try failure(text) == code)
    }

    @Test func `a function that only a program can name is an error, not a trap`() throws {
        for function in [
            Expression.function("nothing:", [.constant(1)]), .function("abs:", []), .function("now", [.anyKey]),
        ] {
            #expect(throws: EvaluationError.self) { try function.value(with: nil) }
        }
    }
}
