import Foundation
import OpenFoundation
import Testing

@Suite struct NSExpressionTests {
    private let a = NSExpression(forKeyPath: "a")
    private let one = NSExpression(forConstantValue: 1)

    /// One expression of every kind, made by its initializer and read from its text.
    private var kinds: [(NSExpression, text: String, NSExpression.ExpressionType, number: UInt)] {
        let positive = NSPredicate(format: "$x > 0")
        return [
            (one, "1", .constantValue, 0), (.expressionForEvaluatedObject(), "SELF", .evaluatedObject, 1),
            (NSExpression(forVariable: "x"), "$x", .variable, 2), (NSExpression(forKeyPath: "a.b"), "a.b", .keyPath, 3),
            (NSExpression(forKeyPath: "a.@sum.b"), "a.@sum.b", .keyPath, 3),
            (NSExpression(forFunction: "max:", arguments: [a, 1]), "max(a, 1)", .function, 4),
            (NSExpression(forFunction: "add:to:", arguments: [a, one]), "a + 1", .function, 4),
            (NSExpression(forFunction: "now", arguments: []), "now()", .function, 4),
            (
                NSExpression(forFunction: a, selectorName: "f:", arguments: [one]), #"FUNCTION(a, "f:", 1)"#, .function,
                4
            ),
            (NSExpression(forUnionSet: a, with: one), "a UNION 1", .unionSet, 5),
            (NSExpression(forIntersectSet: a, with: one), "a INTERSECT 1", .intersectSet, 6),
            (NSExpression(forMinusSet: a, with: one), "a MINUS 1", .minusSet, 7),
            (
                NSExpression(forSubquery: a, usingIteratorVariable: "x", predicate: positive),
                "SUBQUERY(a, $x, $x > 0)", .subquery, 13
            ),
            (NSExpression(forAggregate: [a, 1]), "{a, 1}", .aggregate, 14),
            (.expressionForAnyKey(), "ANYKEY", .anyKey, 15),
            (
                NSExpression(forConditional: positive, trueExpression: a, falseExpression: one),
                "TERNARY($x > 0, a, 1)", .conditional, 20
            ),
        ]
    }

    @Test func `every kind made by hand is the one read from its text, with Apple's number`() {
        for (made, text, type, number) in kinds {
            #expect(made == NSExpression(format: text), "\(text)")
            #expect(made.description == text)
            #expect(made.expressionType == type, "\(text)")
            #expect(type.rawValue == number)
            #expect(made.copy() as? NSExpression == made)
            #expect(made.hash == NSExpression(format: text).hash)
        }
        #expect(NSExpression.ExpressionType.block.rawValue == 19)
    }

    @Test func `expressions tell what they were made of`() {
        #expect(NSExpression(format: "'x'").constantValue as? String == "x")
        #expect(NSExpression(format: "nil").constantValue == nil)
        #expect(NSExpression(format: "a.b.@max.c").keyPath == "a.b.@max.c")
        #expect(NSExpression(format: "$x.a.b").keyPath == "a.b")
        #expect(NSExpression(format: "$x.a.b").operand == NSExpression(forVariable: "x"))
        #expect(NSExpression(format: "a.b[1].c").keyPath == "c")
        #expect(NSExpression(format: "a.b[1].c").operand == NSExpression(format: "a.b[1]"))
        #expect(NSExpression(format: "a.b").operand == .expressionForEvaluatedObject())
        let sum = NSExpression(format: "a + 1")
        #expect(sum.function == "add:to:")
        #expect(sum.arguments == [a, one])
        let element = NSExpression(format: "a[1]")
        #expect(element.function == "objectFrom:withIndex:")
        #expect(element.arguments == [a, one])
        #expect(NSExpression(format: "a[LAST]").arguments?.last?.constantValue as? String == "LAST")
        let cast = NSExpression(format: "CAST(a, 'NSNumber')")
        #expect(cast.function == "castObject:toType:")
        #expect(cast.arguments == [a, NSExpression(forConstantValue: "NSNumber")])
        let call = NSExpression(format: "FUNCTION($x, 'f:', 1)")
        #expect(call.function == "f:")
        #expect(call.operand.variable == "x")
        #expect(call.arguments == [one])
    }

    @Test func `compound expressions tell what they were made of`() {
        let set = NSExpression(format: "a MINUS {1}")
        #expect(set.left == a)
        #expect(set.right.collection as? [NSExpression] == [one])
        let subquery = NSExpression(format: "SUBQUERY(a, $x, $x > 1)")
        #expect(subquery.collection as? NSExpression == a)
        #expect(subquery.variable == "x")
        #expect(subquery.predicate == NSPredicate(format: "$x > 1"))
        let conditional = NSExpression(format: "TERNARY(a == 1, a, 1)")
        #expect(conditional.predicate == NSPredicate(format: "a == 1"))
        #expect(conditional.true == a)
        #expect(conditional.false == one)
    }

    @Test func `values are those of Swift's and Foundation's types alike`() {
        let object: [String: Any] = [
            "a": 3, "list": [1, 2, 3], "name": "Mary", "when": Date(timeIntervalSince1970: 0),
        ]
        func value(_ format: String) -> Any? {
            NSExpression(format: format).expressionValue(with: object, context: nil)
        }
        #expect(value("a + 1") as? Int == 4)
        #expect(value("a + 1") as? Double == 4)
        #expect(value("a + 1") as? NSNumber == 4)
        #expect(value("average(list)") as? Double == 2)
        #expect(value("list.@sum") as? Int == 6)
        #expect(value("uppercase(name)") as? String == "MARY")
        #expect(value("when") as? Date == Date(timeIntervalSince1970: 0))
        #expect(value("SUBQUERY(list, $x, $x > 1)") as? [Int] == [2, 3])
        #expect(value("{a, name}") as? [AnyHashable] == [3, "Mary"])
        #expect(value("TERNARY(a == 3, 'yes', 'no')") as? String == "yes")
        #expect((value("list UNION {4}") as? NSSet)?.count == 4 || (value("list UNION {4}") as? [Any])?.count == 4)
        #expect((value("SELF") as? [String: Any])?.count == 4)
        #expect(value("missing") == nil)
        #expect(value("name + 1") == nil)
    }

    @Test func `an object of the program comes back as the same object`() {
        final class Stone { let next: Stone?; init(_ next: Stone?) { self.next = next } }
        let inner = Stone(nil)
        let value = NSExpression(forKeyPath: "next").expressionValue(with: Stone(inner), context: nil)
        #expect(value as? Stone === inner)
        let myself = NSExpression.expressionForEvaluatedObject().expressionValue(with: inner, context: nil)
        #expect(myself as? Stone === inner)
    }

    @Test func `variables come from the context`() {
        let context = NSMutableDictionary(dictionary: ["x": 2])
        #expect(NSExpression(format: "$x * 3").expressionValue(with: nil, context: context) as? Int == 6)
        #expect(NSExpression(format: "$y").expressionValue(with: nil, context: context) == nil)
    }

    @Test func `a block is called with the object, the arguments and the variables`() {
        let block = NSExpression(
            block: { object, arguments, context in
                "\(object as? String ?? "?") \(arguments) \(context?["x"] as? Int ?? 0)"
            }, arguments: [one, NSExpression(forVariable: "x")])
        #expect(block.expressionType == .block)
        #expect(block.arguments?.count == 2)
        let context = NSMutableDictionary(dictionary: ["x": 5])
        #expect(block.expressionValue(with: "me", context: context) as? String == "me [1, 5] 5")
        let predicate = NSPredicate(format: "%@ == 'me [1, 5] 5'", block)
        #expect(predicate.evaluate(with: "me", substitutionVariables: ["x": 5]))
    }

    @Test func `the key self leads to where it stands`() {
        let sum = NSExpression(forKeyPath: "a.@sum.self")
        #expect(sum.expressionValue(with: ["a": [1, 2]], context: nil) as? Int == 3)
        #expect(NSExpression(forKeyPath: "self.a") == a)
        #expect(NSExpression(forKeyPath: "SELF") == .expressionForEvaluatedObject())
    }

    @Test(arguments: [(900, 901), (2_000, nil)])
    func `an expression that is nested too deeply has no value, and is no crash`(levels: Int, value: Int?) {
        var sum = a
        for _ in 0..<levels { sum = NSExpression(forFunction: "add:to:", arguments: [sum, one]) }
        #expect(sum.expressionValue(with: ["a": 1], context: nil) as? Int == value)
        let comparison = NSComparisonPredicate(
            leftExpression: sum, rightExpression: sum, modifier: .direct, type: .equalTo)
        #expect(comparison.evaluate(with: ["a": 1]) == (value != nil))
    }
}
