import AppexPredicates
import Testing

@Suite struct PrintingTests {
    @Test(arguments: [
        ("a = 1", "a == 1"), ("a<>'x'", #"a != "x""#), ("a =< 1", "a <= 1"), ("a=>1", "a >= 1"),
        ("a = 1 && b = 2 || c = 3", "(a == 1 AND b == 2) OR c == 3"), ("!a = 1", "NOT a == 1"),
        ("not (a = 1 or b = 2)", "NOT (a == 1 OR b == 2)"), ("some a = 1", "ANY a == 1"),
        ("a contains[dc] 'x'", #"a CONTAINS[cd] "x""#), ("a between {1,2}", "a BETWEEN {1, 2}"),
        ("a == NULL", "a == nil"), ("a == true", "a == YES"),
        ("subquery(a,$x,$x=1).@count>0", "SUBQUERY(a, $x, $x == 1).@count > 0"),
        ("ternary(a=1,2,3) = 2", "TERNARY(a == 1, 2, 3) == 2"), ("a[first] = b[SIZE]", "a[FIRST] == b[SIZE]"),
        ("a.\"b c\" = #in", "a.\"b c\" == #in"), ("SELF.\"b c\" = self", "SELF.\"b c\" == SELF"),
        ("a + (b - c) * -d = 1", "a + (b - c) * (d * -1) == 1"), ("(-5)[0] = 1", "(-5)[0] == 1"),
        ("abs(a) = sqrt:(b)", "abs(a) == sqrt(b)"), ("a union b = c", "a UNION b == c"), ("$x:=1 = 1", "$x := 1 == 1"),
        ("{1} = ($x := 2) + 1", "{1} == ($x := 2) + 1"), ("a uti-conforms-to 'b'", #"a UTI-CONFORMS-TO "b""#),
        ("a = 'say \"hi\"\n'", #"a == "say \"hi\"\n""#), ("a.f(1) = 1", #"FUNCTION(a, "f", 1) == 1"#),
        ("a = 1.0", "a == 1.0"), ("a = cast(5, 'NSDate')", #"a == CAST(5.0, "NSDate")"#),
    ])
    func `the form is Apple's`(text: String, printed: String) throws {
        let predicate = try parsed(text)
        #expect(predicate.description == printed)
        #expect(try parsed(printed) == predicate)
    }

    @Test func `compounds of one and of nothing are printed as what they mean`() throws {
        let one = try parsed("a == 1")
        #expect(Predicate.and([one]).description == "a == 1")
        #expect(Predicate.and([]).description == "TRUEPREDICATE")
        #expect(Predicate.or([]).description == "FALSEPREDICATE")
        #expect(Predicate.not(.or([.and([one, one])])).description == "NOT (a == 1 AND a == 1)")
    }

    @Test func `what no text can express is described for a person`() throws {
        #expect(Predicate.block(PredicateBlock { _, _ in true }).description == "BLOCKPREDICATE")
        #expect(Expression.block(ExpressionBlock { _, _, _ in 1 }, [.constant(1)]).description == "BLOCK(1)")
        #expect(Expression.constant(["b": 1, "a": "x"]).description == #"{"a" = "x"; "b" = 1}"#)
        #expect(Expression.constant(.object(Book(title: "A", pages: 1))).description == "<Book>")
        #expect(Expression.constant([1, "x"]).description == #"{1, "x"}"#)
    }

    @Test func `an excerpt is no longer than it may be, and says that there is more`() throws {
        let long = try parsed(Array(repeating: "a == 1", count: 1000).joined(separator: " OR "))
        #expect(long.excerpt(20) == "a == 1 OR a == 1 OR…")
        #expect(try parsed("a == 1").excerpt(20) == "a == 1")
        let list = PredicateValue.list(Array(repeating: ["a": [1, "x"]], count: 1_000_000))
        #expect(list.excerpt(30) == #"{{"a" = {1, "x"}}, {"a" = {1,…"#)
        #expect(PredicateValue.list([1, .null]).excerpt(30) == "{1, nil}")
    }
}
