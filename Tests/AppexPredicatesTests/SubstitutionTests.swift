import AppexPredicates
import Testing

@Suite struct SubstitutionTests {
    @Test func `every node that can hold a variable is looked at`() throws {
        let text = """
            ($v == 1 AND NOT {$v, abs($v)} CONTAINS $v) OR a[$v].b == TERNARY($v == 1, $v, -$v)
            OR CAST($v, "NSNumber") == $w := $v OR FUNCTION($v, "f:", $v) == $v UNION {1} OR FETCH($v, $v, NO) == 1
            """
        let replaced = try parsed(text).withSubstitutionVariables(["v": 7])
        #expect(!replaced.description.contains("$v"))
        #expect(try replaced == parsed(text.replacing("-$v", with: "7 * -1").replacing("$v", with: "7")))
    }

    @Test func `a subquery's own variable stays, also when it has the name of another`() throws {
        let predicate = try parsed("SUBQUERY($x, $x, $x == $y).@count == $x")
        #expect(
            predicate.withSubstitutionVariables(["x": 1, "y": 2]).description
                == "SUBQUERY(1, $x, $x == 2).@count == 1")
    }

    @Test func `a variable without a value stays`() throws {
        let predicate = try parsed("$x == 1")
        #expect(predicate.withSubstitutionVariables(["y": 1]) == predicate)
        #expect(try predicate.withSubstitutionVariables(["x": 1]).evaluate(with: nil))
        #expect(try predicate.evaluate(with: nil, context: EvaluationContext(variables: ["x": 1])))
    }
}
