import AppexPredicates
import Testing

@Suite struct DecisionTests {
    private func decision(_ text: String, _ value: PredicateValue = .null) throws -> Decision {
        let predicate = try parsed(text)
        let decision = try predicate.decisiveClause(with: value)
        #expect(try decision.holds == predicate.evaluate(with: value))
        return decision
    }

    @Test func `of an AND that fails, the first part that fails decides, with the values of its sides`() throws {
        let decision = try decision("a == 1 AND (b > 5 AND c == 3) AND a == 2", ["a": 1, "b": 4, "c": 3])
        #expect(decision.expression == "b > 5")
        #expect(!decision.holds)
        #expect((decision.left?.expression, decision.left?.value) == ("b", 4))
        #expect((decision.right?.expression, decision.right?.value) == ("5", 5))
        #expect(decision.parts.isEmpty)
    }

    @Test func `of an OR that holds, the first part that holds decides`() throws {
        let decision = try decision("a == 2 OR a == 1 OR a > 0", ["a": 1])
        #expect(decision.expression == "a == 1")
    }

    @Test func `of an OR that fails and an AND that holds, every part has a share`() throws {
        let or = try decision("a == 2 OR a == 3", ["a": 1])
        #expect(or.expression == "a == 2 OR a == 3")
        #expect(or.parts.map(\.expression) == ["a == 2", "a == 3"])
        #expect(or.parts.allSatisfy { $0.left?.value == 1 && !$0.holds })
        let and = try decision("a == 1 AND a < 3", ["a": 1])
        #expect(and.parts.map(\.holds) == [true, true])
    }

    @Test func `of a NOT, what is inside decides`() throws {
        let decision = try decision("NOT (a == 1 OR a == 2)", ["a": 2])
        #expect(decision.expression == "NOT (a == 1 OR a == 2)")
        #expect(decision.parts.map(\.expression) == ["a == 2"])
        #expect(decision.parts.first?.holds == true)
    }

    @Test func `of a subquery, the elements that match are named, and why the others do not`() throws {
        let value: PredicateValue = [
            "extensionItems": [
                ["attachments": [["types": ["public.jpeg"]], ["types": ["public.text", "public.url"]]]]
            ]
        ]
        let decision = try decision(
            """
            SUBQUERY(extensionItems, $item, SUBQUERY($item.attachments, $a, ANY $a.types UTI-CONFORMS-TO "public.jpeg")
            .@count == $item.attachments.@count).@count == 1
            """, value)
        #expect(decision.left?.value == 0)
        #expect(decision.right?.value == 1)
        let items = try #require(decision.subqueries.first)
        #expect((items.collection, items.variable, items.count) == ("extensionItems", "item", 1))
        #expect(items.matching == [])
        let counts = try #require(items.elements.first)
        #expect((counts.left?.value, counts.right?.value) == (1, 2))
        #expect(counts.right?.expression == "$item.attachments.@count")
        let attachments = try #require(counts.subqueries.first)
        #expect(attachments.matching == [0])
        #expect(attachments.elements.map(\.holds) == [true, false])
        #expect(attachments.elements[1].expression == #"ANY $a.types UTI-CONFORMS-TO "public.jpeg""#)
        #expect(attachments.elements[1].left?.value == ["public.text", "public.url"])
    }

    @Test func `constants decide themselves`() throws {
        #expect(try decision("FALSEPREDICATE").expression == "FALSEPREDICATE")
        #expect(try decision("TRUEPREDICATE AND 1 == 1").parts.count == 2)
    }

    @Test func `an error is thrown as by an evaluation, with its comparison`() throws {
        let predicate = try parsed("a == 1 AND b < 'x'")
        let error = #expect(throws: EvaluationError.self) { try predicate.decisiveClause(with: ["a": 1, "b": 2]) }
        #expect(error?.code == .typeMismatch)
        #expect(error?.clause == #"b < "x""#)
    }

    @Test func `an explanation is bounded in number, elements and length of texts`() throws {
        func count(_ decision: Decision) -> Int {
            1 + decision.parts.reduce(0) { $0 + count($1) }
                + decision.subqueries.reduce(0) { $0 + $1.elements.reduce(0) { $0 + count($1) } }
        }
        let or = try decision(Array(repeating: "a == 2", count: 2000).joined(separator: " OR "), ["a": 1])
        #expect(count(or) <= DecisionLimits.decisions)
        #expect(or.expression.count <= DecisionLimits.text)
        let list = PredicateValue.list((0..<1000).map { .integer($0) })
        let subquery = try decision("SUBQUERY(a, $x, $x > 500 OR $x == 1).@count == 0", ["a": list])
        #expect(subquery.subqueries.first?.elements.count == DecisionLimits.elements)
        #expect(subquery.subqueries.first?.matching.count == 500)
        #expect(subquery.subqueries.first?.count == 1000)
        let many = try decision(
            "SUBQUERY(a, $x, SUBQUERY(a, $y, $x == $y OR $x == 1001 OR $y == 1001).@count == 0).@count == 1",
            ["a": .list((0..<50).map { .integer($0) })])
        #expect(count(many) <= DecisionLimits.decisions)
    }

    @Test(
        arguments: [
            "($x := $x + 1) == 2", "TRUEPREDICATE AND ($x := $x + 1) == 2 AND $x == 2",
            "FALSEPREDICATE OR ($x := $x + 1) == 2 OR $x == 3", "NOT (($x := $x + 1) == 2 AND ($x := $x + 1) == 2)",
            "SUBQUERY({1, 2}, $i, ($x := $x + 1) == 2).@count == 1 AND $x == 3",
        ])
    func `an explanation evaluates with the variables that the evaluation had`(text: String) throws {
        let context = EvaluationContext(variables: ["x": 1])
        let predicate = try parsed(text)
        #expect(try predicate.evaluate(with: nil, context: context))
        let decision = try predicate.decisiveClause(with: nil, context: context)
        #expect(decision.holds)
        #expect(decision.subqueries.first.map { $0.matching == [0] } ?? true)
    }

    @Test func `the variable of a subquery has no value outside of it afterwards`() throws {
        let predicate = try parsed("SUBQUERY({1}, $x, $x == 1).@count == 1 AND $x == 1")
        #expect(throws: EvaluationError.self) { try predicate.decisiveClause(with: .null) }
    }
}
