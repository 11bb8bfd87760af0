import AppexPredicates
import Testing

@Suite struct GrammarTests {
    private let a = Expression.keyPath("a")
    private let b = Expression.keyPath("b")
    private let one = Expression.constant(1)

    private func isOne(_ key: String) -> Predicate { .comparison(Comparison(.keyPath(key), .equal, one)) }

    @Test func `AT-11: AND binds tighter than OR`() throws {
        let expected = Predicate.or([isOne("a"), isOne("b"), .and([isOne("c"), .not(isOne("d"))])])
        #expect(try parsed("a == 1 || b == 1 || c == 1 AND NOT d == 1") == expected)
        #expect(try parsed("a = 1 or b = 1 OR c = 1 && !d = 1") == expected)
        #expect(try parsed("a == 1 OR b == 1 OR c == 1 AND NOT (d == 1)") == expected)
    }

    @Test func `a chain is one flat list, and brackets keep one of its own`() throws {
        #expect(try parsed("a == 1 AND b == 1 && c == 1") == .and([isOne("a"), isOne("b"), isOne("c")]))
        #expect(
            try parsed("(a == 1 AND b == 1) AND c == 1") == .and([.and([isOne("a"), isOne("b")]), isOne("c")]))
        #expect(try parsed("((((a == 1))))") == isOne("a"))
    }

    @Test func `NOT binds tighter than AND, and may stand twice`() throws {
        #expect(try parsed("NOT a == 1 AND b == 1") == .and([.not(isOne("a")), isOne("b")]))
        #expect(try parsed("!!a == 1") == .not(.not(isOne("a"))))
        #expect(try parsed("NOT ANY a == 1") == .not(.comparison(Comparison(a, .equal, one, modifier: .any))))
    }

    @Test(
        arguments: [
            ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .lessThan), (">", .greaterThan),
            ("<=", .lessThanOrEqual), ("=<", .lessThanOrEqual), (">=", .greaterThanOrEqual),
            ("=>", .greaterThanOrEqual), ("MATCHES", .matches), ("like", .like), ("BeginsWith", .beginsWith),
            ("ENDSWITH", .endsWith), ("IN", .in), ("contains", .contains), ("BETWEEN", .between),
            ("UTI-CONFORMS-TO", .typeConformsTo), ("uti-equals", .typeEquals),
        ] as [(String, Comparison.Operator)])
    func `every operator has all its spellings`(text: String, operation: Comparison.Operator) throws {
        #expect(try parsed("a \(text) b") == .comparison(Comparison(a, operation, b)))
        #expect(try parsed("a\n\(text)\tb") == .comparison(Comparison(a, operation, b)))
    }

    @Test func `signs need no blanks around them`() throws {
        #expect(try parsed("\t\r\n a.@count>=1 \n") == .comparison(Comparison(a.counted, .greaterThanOrEqual, one)))
        #expect(try parsed("a==-1") == .comparison(Comparison(a, .equal, .constant(-1))))
    }

    @Test func `operators with a hyphen are read before minus signs`() throws {
        #expect(
            try parsed("UTI-CONFORMS == 1")
                == .comparison(
                    Comparison(.function("from:subtract:", [.keyPath("UTI"), .keyPath("CONFORMS")]), .equal, one)))
        #expect(try parsed("UTI-EQUALSX == 1").description == "UTI - EQUALSX == 1")
    }

    @Test func `options stand in brackets behind the operator, in any order and case`() throws {
        func options(_ text: String) throws -> Comparison.Options? {
            guard case .comparison(let comparison) = try parsed("a \(text) b") else { return nil }
            return comparison.options
        }
        #expect(try options("==[c]") == .caseInsensitive)
        #expect(try options("CONTAINS[cd]") == [.caseInsensitive, .diacriticInsensitive])
        #expect(try options("LIKE [DC]") == [.caseInsensitive, .diacriticInsensitive])
        #expect(try options("<[nl]") == [.normalized, .localeSensitive])
        #expect(try options("IN[]") == [])
    }

    @Test(
        arguments: [("ANY", .any), ("some", .any), ("ALL", .all), ("None", .none)] as [(String, Comparison.Modifier)])
    func `modifiers stand in front of a comparison`(text: String, modifier: Comparison.Modifier) throws {
        #expect(
            try parsed("\(text) a.b == 1")
                == .comparison(Comparison(.keyPath("a", "b"), .equal, one, modifier: modifier)))
    }

    @Test func `TRUEPREDICATE and FALSEPREDICATE stand alone and in compounds`() throws {
        #expect(try parsed("TRUEPREDICATE") == .constant(true))
        #expect(try parsed(" falsepredicate ") == .constant(false))
        #expect(try parsed("NOT TRUEPREDICATE OR a == 1") == .or([.not(.constant(true)), isOne("a")]))
    }

    @Test func `keywords have no case, and names have`() throws {
        #expect(try parsed("Any a.B like 'x' aNd nOt self = nIl") == parsed("ANY a.B LIKE \"x\" AND NOT SELF == NULL"))
        #expect(try expression("Name") != expression("name"))
    }

    @Test func `a key path has names, quoted names, escaped names and collection operators`() throws {
        #expect(try expression("a.b.c") == .keyPath("a", "b", "c"))
        #expect(try expression("SELF.a") == a)
        #expect(try expression("SELF") == .evaluatedObject)
        #expect(try expression("$x.userInfo.\"a key\"") == .path(.variable("x"), [.key("userInfo"), .key("a key")]))
        #expect(try expression("#first.#in.#plain") == .keyPath("first", "in", "plain"))
        #expect(try expression("a.@sum.b") == .path(.evaluatedObject, [.key("a"), .collection("sum"), .key("b")]))
        #expect(try expression("@count") == .path(.evaluatedObject, [.collection("count")]))
        #expect(try expression("{1}\n.@count") == .path(.aggregate([one]), [.collection("count")]))
    }

    @Test func `an index is a number, a key, or one of three words`() throws {
        #expect(try expression("a[0]") == .path(.evaluatedObject, [.key("a"), .index(.constant(0))]))
        #expect(
            try expression("a[b + 1].c[FIRST]")
                == .path(
                    .evaluatedObject,
                    [.key("a"), .index(.function("add:to:", [b, one])), .key("c"), .first]))
        #expect(try expression("a[last]") == a.appending(.last))
        #expect(try expression("a[SIZE]") == a.appending(.size))
        #expect(try expression("a[#size]") == a.appending(.index(.keyPath("size"))))
    }

    @Test func `anything can have a path behind it`() throws {
        #expect(try expression("\"text\".length") == .path(.constant("text"), [.key("length")]))
        #expect(try expression("(a + b).c") == .path(.function("add:to:", [a, b]), [.key("c")]))
        #expect(try expression("(a.b).c") == .keyPath("a", "b", "c"))
        #expect(
            try expression("FUNCTION(a, \"f:\", 1).b.c")
                == .path(.call(a, "f:", [one]), [.key("b"), .key("c")]))
        #expect(try expression("a.b.f(1).c") == .path(.call(.keyPath("a", "b"), "f", [one]), [.key("c")]))
    }

    @Test func `SUBQUERY has a collection, a variable and a predicate`() throws {
        let inner = Predicate.comparison(Comparison(.path(.variable("x"), [.key("b")]), .greaterThan, one))
        let expected = Expression.subquery(a, "x", inner)
        #expect(try expression("SUBQUERY(a, $x, $x.b > 1)") == expected)
        #expect(try expression("subquery ( a,$x,($x.b>1) )") == expected)
        #expect(try expression("SUBQUERY (a, $x, $x.b > 1\n)\n  .@count") == expected.counted)
    }

    @Test func `TERNARY, CAST, FETCH and FUNCTION take what they take`() throws {
        #expect(try expression("TERNARY(a == 1, b, nil)") == .conditional(isOne("a"), b, .constant(nil)))
        #expect(try expression("CAST(a, 'NSNumber')") == .cast(a, "NSNumber"))
        #expect(try expression("FETCH(a, b, NO)") == .fetch(a, b, countOnly: false))
        #expect(try expression("FETCH(a, b, true)") == .fetch(a, b, countOnly: true))
        #expect(try expression("FUNCTION(a, 'f')") == .call(a, "f", []))
        #expect(try expression("FUNCTION(a, 'f:with:', b, 1)") == .call(a, "f:with:", [b, one]))
        #expect(try expression("ANYKEY") == .anyKey)
    }

    @Test func `aggregates are lists in braces`() throws {
        #expect(try expression("{}") == .aggregate([]))
        #expect(try expression("{ 1, {a} , 'x' }") == .aggregate([one, .aggregate([a]), .constant("x")]))
        #expect(
            try parsed("a BETWEEN { 1, 10 }") == .comparison(Comparison(a, .between, .aggregate([one, .constant(10)]))))
    }

    @Test func `UNION, INTERSECT and MINUS bind less tightly than arithmetic, from left to right`() throws {
        #expect(
            try expression("a UNION b MINUS {1 + 1} INTERSECT a")
                == .set(
                    .intersect,
                    .set(.minus, .set(.union, a, b), .aggregate([.function("add:to:", [one, one])])), a))
    }

    @Test func `a variable can be assigned`() throws {
        #expect(try expression("$x := a + 1") == .assignment("x", .function("add:to:", [a, one])))
        #expect(try parsed("$x:=1 == $x") == .comparison(Comparison(.assignment("x", one), .equal, .variable("x"))))
    }

    @Test func `a predicate in brackets can be compared, as TERNARY with YES and NO`() throws {
        let asked = Expression.conditional(isOne("a"), .constant(true), .constant(false))
        #expect(try parsed("(a == 1) == b") == .comparison(Comparison(asked, .equal, b)))
        #expect(try parsed("b != (a == 1)") == .comparison(Comparison(b, .notEqual, asked)))
        #expect(syntaxError("a == 1 == b") != nil)
    }
}

extension Expression {
    /// The number of the expression's elements.
    fileprivate var counted: Expression { appending(.collection("count")) }
}
