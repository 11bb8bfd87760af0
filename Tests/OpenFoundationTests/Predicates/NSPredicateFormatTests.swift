import Foundation
import OpenFoundation
import Testing

@Suite struct NSPredicateFormatTests {
    private let mary: [String: Any] = ["name": "Mary", "age": 34, "tags": ["a", "b"], "gone": NSNull()]

    @Test func `a format with arguments of Swift types holds or does not`() {
        #expect(NSPredicate(format: "name == %@ AND age > %d", "Mary", 30).evaluate(with: mary))
        #expect(!NSPredicate(format: "name == %@ AND age > %d", "Mary", 34).evaluate(with: mary))
        #expect(NSPredicate(format: "%K BEGINSWITH[c] %@", "name", "ma").evaluate(with: mary))
        #expect(NSPredicate(format: "age BETWEEN %@", [30, 40]).evaluate(with: mary))
        #expect(NSPredicate(format: "name IN %@", Set(["Mary", "Anna"])).evaluate(with: mary))
        #expect(NSPredicate(format: "ANY tags == %@", "b").evaluate(with: mary))
        #expect(NSPredicate(format: "gone == nil AND other == %@", nil as String?).evaluate(with: mary))
        #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
        #expect(!NSPredicate(format: "FALSEPREDICATE").evaluate(with: nil))
    }

    @Test func `a format with arguments in an array means the same`() {
        let arguments: [Any] = ["name", "Mary", 34]
        let one = NSPredicate(format: "%K == %@ AND age == %d", argumentArray: arguments)
        #expect(one == NSPredicate(format: "%K == %@ AND age == %d", "name", "Mary", 34))
        #expect(one.evaluate(with: mary))
        #expect(NSPredicate(format: "age == 34", argumentArray: nil).evaluate(with: mary))
    }

    @Test func `arguments of Foundation's classes mean the same as those of Swift's types`() {
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let pairs: [(any Sendable, NSObject)] = [
            ("text", NSString("text")), (7, NSNumber(value: 7)), (7.5, NSNumber(value: 7.5)),
            (true, NSNumber(value: true)), (date, date as NSDate), (Data([1, 2]), Data([1, 2]) as NSData),
            ([1, 2], NSArray(array: [1, 2])), (Set([1]), NSSet(array: [1])),
            (["a": 1], NSDictionary(dictionary: ["a": 1])),
            (Int?.none, NSNull()),
        ]
        for (value, object) in pairs {
            let one = NSPredicate(format: "x == %@", value)
            #expect(one == NSPredicate(format: "x == %@", object), "\(value)")
            #expect(one.evaluate(with: ["x": value]), "\(value)")
            #expect(one.evaluate(with: ["x": object]), "\(value)")
        }
    }

    @Test func `a predicate or an expression can be an argument`() {
        let adult = NSPredicate(format: "age >= 18")
        let block = NSPredicate { object, _ in (object as? [String: Any])?["name"] as? String == "Mary" }
        let both = NSPredicate(format: "%@ AND %@", adult, block)
        #expect(both.evaluate(with: mary))
        #expect(!both.evaluate(with: ["name": "Mary", "age": 17]))
        #expect(!both.evaluate(with: ["name": "Anna", "age": 18]))
        let age = NSExpression(forKeyPath: "age")
        #expect(NSPredicate(format: "%@ == 34", age) == NSPredicate(format: "age == 34"))
    }

    @Test func `the object has the class that Apple's parser makes`() {
        let comparison = NSPredicate(format: "a == 1") as? NSComparisonPredicate
        #expect(comparison?.leftExpression.keyPath == "a")
        let compound = NSPredicate(format: "a == 1 OR b == 2 OR NOT c == 3") as? NSCompoundPredicate
        #expect(compound?.compoundPredicateType == .or)
        #expect(compound?.subpredicates.count == 3)
        #expect((compound?.subpredicates.last as? NSCompoundPredicate)?.compoundPredicateType == .not)
        let none = NSPredicate(format: "NONE a == 1") as? NSCompoundPredicate
        #expect(none?.compoundPredicateType == .not)
        #expect((none?.subpredicates.first as? NSComparisonPredicate)?.comparisonPredicateModifier == .any)
        #expect(NSPredicate(format: "TRUEPREDICATE") == NSPredicate(value: true))
    }

    @Test func `Foundation's compounds take predicates with a format`() {
        let young = NSPredicate(format: "age < 40")
        let named = NSPredicate(format: "name == 'Mary'")
        let and = NSCompoundPredicate(andPredicateWithSubpredicates: [young, named])
        let not = NSCompoundPredicate(notPredicateWithSubpredicate: and)
        #expect(and.evaluate(with: mary))
        #expect(!not.evaluate(with: mary))
        #expect(NSCompoundPredicate(type: .or, subpredicates: [not, named]).evaluate(with: mary))
        let again = NSPredicate(format: "%@", not)
        #expect("\(again)" == #"NOT (age < 40 AND name == "Mary")"#)
        #expect(again.isEqual(not))
    }

    @Test func `the parts of a compound can be replaced`() throws {
        let compound = try #require(NSPredicate(format: "age == 34 AND name == 'Anna'") as? NSCompoundPredicate)
        #expect(!compound.evaluate(with: mary))
        compound.subpredicates.removeLast()
        #expect(compound.evaluate(with: mary))
        compound.subpredicates.append(NSPredicate(format: "name == 'Mary'"))
        #expect("\(compound)" == #"age == 34 AND name == "Mary""#)
    }

    @Test func `equal texts make equal predicates, with equal hashes and copies`() throws {
        for format in ["a == 1", "a == 1 AND NOT b IN {1, 2}", "NONE a == 1"] {
            let one = NSPredicate(format: format)
            let other = NSPredicate(format: format)
            #expect(one == other)
            #expect(one.hash == other.hash)
            #expect(try #require(one.copy() as? NSPredicate) == one)
            #expect(one != NSPredicate(format: "a == 2"))
        }
        #expect(NSPredicate(format: "a == 1") != NSPredicate(value: false))
        #expect(NSPredicate(value: false) != NSPredicate(format: "a == 1"))
    }

    @Test func `a copy of a compound does not change with it`() throws {
        let compound = try #require(NSPredicate(format: "age == 34 AND name == 'Mary'") as? NSCompoundPredicate)
        let copy = try #require(compound.copy() as? NSCompoundPredicate)
        compound.subpredicates.removeFirst()
        #expect(copy.subpredicates.count == 2)
        #expect(copy != compound)
    }

    @Test func `the text of a predicate makes the same predicate`() {
        let arguments: [Any] = ["it's \"x\"\n", 2.5, Date(timeIntervalSinceReferenceDate: 5), Data([0, 255])]
        let one = NSPredicate(
            format:
                "a LIKE[cd] %@ AND (b.@sum.c > %@ OR d == %@ OR e == %@) AND SUBQUERY(f, $x, $x.g == h).@count == 2",
            argumentArray: arguments)
        #expect(NSPredicate(format: one.description) == one)
    }

    @Test(arguments: ["TRUEPREDICATE", "FALSEPREDICATE"])
    func `a predicate that is always the same prints as its text, and is Foundation's`(text: String) throws {
        let predicate = NSPredicate(format: text)
        #expect(predicate.description == text)
        let constant = NSPredicate(value: text == "TRUEPREDICATE")
        #expect(predicate == constant && constant == predicate)
        #expect(predicate.evaluate(with: 1) == constant.evaluate(with: 1))
        #expect(try #require(predicate.copy() as? NSPredicate).description == text)
        let compound = NSPredicate(format: "NOT %@ OR a == 1", predicate)
        #expect(compound.description == "NOT \(text) OR a == 1")
    }

    @available(*, deprecated, message: "Foundation says so of predicateFormat, for predicates of its own.")
    @Test func `predicateFormat is Apple's form, also when Foundation asks for it`() {
        #expect(
            NSPredicate(format: "a=1 && !(b<>'x' || c in {1,2})").predicateFormat
                == #"a == 1 AND NOT (b != "x" OR c IN {1, 2})"#)
        #expect(NSPredicate(format: "any a.b contains[cd] $c").predicateFormat == "ANY a.b CONTAINS[cd] $c")
        #expect(NSPredicate(format: "truepredicate").predicateFormat == "TRUEPREDICATE")
        let block = NSPredicate { _, _ in true }
        #expect(NSPredicate(format: "a == 1 OR %@", block).predicateFormat == "a == 1 OR BLOCKPREDICATE")
    }
}
