import Foundation
import OpenFoundation
import Testing

@Suite struct SubstitutionTests {
    @Test func `variables have the values of the evaluation`() {
        let predicate = NSPredicate(format: "age > $limit AND name == $name")
        #expect(predicate.evaluate(with: ["age": 3, "name": "x"], substitutionVariables: ["limit": 2, "name": "x"]))
        #expect(!predicate.evaluate(with: ["age": 3, "name": "x"], substitutionVariables: ["limit": 3, "name": "x"]))
    }

    @Test func `a predicate whose variable has no value does not hold, and neither does its opposite`() {
        #expect(!NSPredicate(format: "age > $limit").evaluate(with: ["age": 3]))
        #expect(!NSPredicate(format: "NOT age > $limit").evaluate(with: ["age": 3]))
    }

    @Test(arguments: [
        ("a == $x", "a == 1"), ("$x == $x", "1 == 1"), ("a == $other", "a == $other"),
        ("a == 1 AND NOT b IN {$x, 2}", "a == 1 AND NOT b IN {1, 2}"),
        ("SUBQUERY(a, $x, $x == $y).@count == $x", "SUBQUERY(a, $x, $x == 2).@count == 1"),
        ("TERNARY($x == 1, $x, $y) == CAST($x, 'NSNumber')", "TERNARY(1 == 1, 1, 2) == CAST(1, 'NSNumber')"),
        ("a[$x] == max($x, $y) + $x", "a[1] == max(1, 2) + 1"),
        ("FUNCTION($x, 'f:', $y) == ($x UNION $y)", "FUNCTION(1, 'f:', 2) == (1 UNION 2)"),
        ("TRUEPREDICATE OR a == $x", "TRUEPREDICATE OR a == 1"),
    ]) func `values are put in for variables`(template: String, result: String) {
        let predicate = NSPredicate(format: template)
        let before = predicate.description
        #expect(predicate.withSubstitutionVariables(["x": 1, "y": 2]) == NSPredicate(format: result))
        #expect(predicate.description == before)
    }

    @Test func `the class stays what it is`() throws {
        let comparison = try #require(NSPredicate(format: "a == $x") as? NSComparisonPredicate)
        let substituted: NSComparisonPredicate = comparison.withSubstitutionVariables(["x": 1])
        #expect(substituted.rightExpression.constantValue as? Int == 1)
        let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [comparison])
        #expect(compound.withSubstitutionVariables(["x": 1]).subpredicates == [substituted])
    }

    @Test func `a block gets its variables when it is evaluated`() {
        let block = NSPredicate { _, variables in variables?["x"] as? Int == 1 }
        #expect(block.withSubstitutionVariables(["x": 2]) === block)
        let both = NSPredicate(format: "%@ AND a == $x", block)
        #expect(both.evaluate(with: ["a": 1], substitutionVariables: ["x": 1]))
        #expect(!both.evaluate(with: ["a": 1], substitutionVariables: ["x": 2]))
    }
}
