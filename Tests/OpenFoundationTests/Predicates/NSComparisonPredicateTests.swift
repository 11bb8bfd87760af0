import Foundation
import OpenFoundation
import Testing

@Suite struct NSComparisonPredicateTests {
    private let a = NSExpression(forKeyPath: "a")
    private let one = NSExpression(forConstantValue: 1)

    @Test(arguments: [
        ("<", NSComparisonPredicate.Operator.lessThan, 0), ("<=", .lessThanOrEqualTo, 1), (">", .greaterThan, 2),
        (">=", .greaterThanOrEqualTo, 3), ("==", .equalTo, 4), ("!=", .notEqualTo, 5), ("MATCHES", .matches, 6),
        ("LIKE", .like, 7), ("BEGINSWITH", .beginsWith, 8), ("ENDSWITH", .endsWith, 9), ("IN", .in, 10),
        ("CONTAINS", .contains, 99), ("BETWEEN", .between, 100),
    ]) func `every operator has Apple's number and the meaning of its word`(
        word: String, type: NSComparisonPredicate.Operator, number: UInt
    ) {
        let made = NSComparisonPredicate(leftExpression: a, rightExpression: one, modifier: .direct, type: type)
        #expect(type.rawValue == number)
        #expect(made.predicateOperatorType == type)
        #expect(made == NSPredicate(format: "a \(word) 1"))
        #expect(made.description == "a \(word) 1")
    }

    @Test func `modifiers and options have Apple's numbers and the meaning of their words`() {
        let words: [(String, NSComparisonPredicate.Modifier, UInt)] = [
            ("", .direct, 0), ("ALL ", .all, 1), ("ANY ", .any, 2),
        ]
        let letters: [(String, NSComparisonPredicate.Options, UInt)] = [
            ("", [], 0), ("[c]", .caseInsensitive, 1), ("[d]", .diacriticInsensitive, 2), ("[n]", .normalized, 4),
            ("[cd]", [.caseInsensitive, .diacriticInsensitive], 3),
        ]
        for (word, modifier, modifierNumber) in words {
            for (letter, options, optionNumber) in letters {
                let made = NSComparisonPredicate(
                    leftExpression: a, rightExpression: one, modifier: modifier, type: .contains, options: options)
                #expect(made == NSPredicate(format: "\(word)a CONTAINS\(letter) 1"))
                #expect(made.comparisonPredicateModifier.rawValue == modifierNumber)
                #expect(made.options.rawValue == optionNumber)
            }
        }
    }

    @Test func `a comparison made of expressions is evaluated`() {
        let made = NSComparisonPredicate(
            leftExpression: a, rightExpression: NSExpression(forVariable: "limit"), modifier: .any, type: .lessThan)
        #expect(made.evaluate(with: ["a": [5, 3]], substitutionVariables: ["limit": 4]))
        #expect(!made.evaluate(with: ["a": [5, 4]], substitutionVariables: ["limit": 4]))
        #expect(made.leftExpression == a)
        #expect(made.rightExpression.variable == "limit")
    }

    @Test func `a comparison of types is one by a selector`() {
        let made = NSPredicate(format: "a UTI-CONFORMS-TO 'public.image'") as? NSComparisonPredicate
        #expect(made?.predicateOperatorType == .customSelector)
        #expect(made?.predicateOperatorType.rawValue == 11)
        #expect(made?.evaluate(with: ["a": "public.jpeg"]) == true)
        #expect(made?.evaluate(with: ["a": "public.text"]) == false)
    }

    @Test func `a comparison is equal to the same one only, and copies itself`() throws {
        let made = NSComparisonPredicate(leftExpression: a, rightExpression: one, modifier: .direct, type: .equalTo)
        #expect(
            made != NSComparisonPredicate(leftExpression: one, rightExpression: a, modifier: .direct, type: .equalTo))
        #expect(made.hash == NSPredicate(format: "a == 1").hash)
        #expect(made.copy() as? NSComparisonPredicate === made)
    }
}
