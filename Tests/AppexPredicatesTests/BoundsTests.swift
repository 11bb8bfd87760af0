import AppexPredicates
import Testing

@Suite struct BoundsTests {
    @Test(arguments: ["(", "{", "NOT ", "-", "abs(", "a[", "SUBQUERY("])
    func `brackets without end are refused after a hundred`(open: String) throws {
        let error = try #require(syntaxError(String(repeating: open, count: 7000)))
        #expect(error.expected == "at most \(PredicateLimits.depth) levels of nesting")
        #expect(error.offset <= open.count * (PredicateLimits.depth + 1))
    }

    @Test(arguments: [" + 1", " - 1", " * 1", " / 1", " ** 1", " UNION a", " MINUS a", ".f(1)"])
    func `a chain that nests to the left is refused where it gets too deep`(link: String) throws {
        let text = "a" + String(repeating: link, count: 6000) + " == 1"
        let error = try #require(syntaxError(text))
        #expect(error.expected == "at most \(PredicateLimits.depth) levels of nesting")
        #expect(error.offset <= (PredicateLimits.depth + 1) * link.count)
        #expect(try parsed("a" + String(repeating: link, count: 90) + " == 1").isDeeper(than: 90))
    }

    @Test(arguments: ["OR", "AND", ",", "."])
    func `chains of AND and OR, lists and paths may be as long as the text`(sign: String) throws {
        let text =
            switch sign {
            case ",": "a IN {" + Array(repeating: "1", count: 10_000).joined(separator: ",") + "}"
            case ".": Array(repeating: "a", count: 10_000).joined(separator: ".") + " == 1"
            default: Array(repeating: "1=1", count: 5_000).joined(separator: " \(sign) ")
            }
        let predicate = try parsed(text)
        #expect(!predicate.isDeeper(than: 3))
        #expect(try parsed(predicate.description) == predicate)
    }

    @Test func `a text that is too long is refused without being read`() throws {
        let text = "a == '" + String(repeating: "x", count: PredicateLimits.textBytes - 7) + "'"
        #expect(text.utf8.count == PredicateLimits.textBytes)
        #expect(syntaxError(text) == nil)
        let error = try #require(syntaxError(text + " "))
        #expect(error.expected == "a text of at most 65536 bytes")
        #expect(syntaxError(String(repeating: "(", count: 1_000_000))?.found == "1000000 bytes")
    }

    @Test func `a text with too many words is refused`() throws {
        let error = try #require(syntaxError("a IN {" + String(repeating: "1,", count: 20_000) + "1}"))
        #expect(error.expected == "at most \(PredicateLimits.tokens) words and signs")
    }

    @Test func `subqueries over each other's elements end when the steps are spent`() throws {
        let items = PredicateValue.list(Array(repeating: 1, count: 1000))
        let predicate = try parsed(
            "SUBQUERY(a, $x, SUBQUERY(a, $y, SUBQUERY(a, $z, $z == 2).@count > 0).@count > 0).@count > 0")
        var context = EvaluationContext()
        context.limits.steps = 100_000
        let error = #expect(throws: EvaluationError.self) {
            try predicate.evaluate(with: ["a": items], context: context)
        }
        #expect(error?.code == .limit)
        #expect(error?.message == "evaluating takes more than 100000 steps")
        #expect(throws: EvaluationError.self) { try predicate.decisiveClause(with: ["a": items], context: context) }
    }

    @Test func `an ordinary rule over a thousand attachments takes a small part of the steps`() throws {
        let attachments = PredicateValue.list(
            Array(repeating: ["types": ["public.jpeg", "public.image"]], count: 1000))
        let predicate = try parsed(
            "SUBQUERY(items, $i, SUBQUERY($i.attachments, $a, ANY $a.types UTI-CONFORMS-TO 'public.image').@count == "
                + "$i.attachments.@count).@count == 1")
        var context = EvaluationContext()
        context.limits.steps = 15_000
        #expect(try predicate.evaluate(with: ["items": [["attachments": attachments]]], context: context))
    }

    @Test(arguments: [
        "SUBQUERY(list, $x, text CONTAINS 'needle').@count > 0", "SUBQUERY(list, $x, text LIKE '*a*b*c').@count > 0",
        "SUBQUERY(list, $x, text ==[cd] other).@count > 0", "SUBQUERY(list, $x, list == list2).@count > 0",
        "SUBQUERY(list, $x, (list UNION list2).@count == 0).@count > 0",
        "SUBQUERY(list, $x, list.@distinctUnionOfObjects == 1).@count > 0",
        "SUBQUERY(list, $x, sum(list) == 1).@count > 0", "SUBQUERY(list, $x, ANY list == 5).@count > 0",
        "SUBQUERY(list, $x, 5 IN list).@count > 0", "SUBQUERY(list, $x, books.k.@count == 0).@count > 0",
        "SUBQUERY(list, $x, dictionary[FIRST] == 5).@count > 0", "SUBQUERY(list, $x, uppercase(text) == '').@count > 0",
        "SUBQUERY(list, $x, list.@sum.#self == 1).@count > 0", "SUBQUERY(list, $x, text.length == 1).@count > 0",
        "SUBQUERY(list, $x, text MATCHES '(x|y)*z').@count > 0", "SUBQUERY(list, $x, mode(list) == 1).@count > 0",
        "SUBQUERY(list, $x, CAST(list, 'NSSet') == 1).@count > 0", "text LIKE pattern",
    ])
    func `everything that grows is paid for`(text: String) throws {
        let numbers = PredicateValue.list((0..<2000).map { .integer(Int64($0 % 4)) })
        let value = PredicateValue.dictionary([
            "list": numbers, "list2": numbers, "text": .string(String(repeating: "ab", count: 50_000)),
            "other": .string(String(repeating: "ab", count: 50_000)),
            "pattern": .string("*" + String(repeating: "ab", count: 1000) + "c"),
            "books": .list(Array(repeating: ["k": 1], count: 2000)),
            "dictionary": .dictionary(
                Dictionary(uniqueKeysWithValues: (0..<2000).map { ("\($0)", PredicateValue.integer($0)) })),
        ])
        var context = EvaluationContext()
        context.limits.steps = 60_000
        #expect(try failure(text, value, context) == .limit)
    }

    @Test(
        arguments: [
            "SUBQUERY(list, $i, ($x := {$x, $x}) == 1).@count > 0", "SUBQUERY(list, $i, ($x := {$x}) == 1).@count > 0",
            "SUBQUERY(list, $i, ($x := {1} UNION {$x}) == 1).@count > 0",
            "($x := {1,1,1,1,1,1,1,1,1,1}) != nil AND ($x := {$x,$x,$x,$x,$x,$x,$x,$x,$x,$x}) != nil AND "
                + "($x := {$x,$x,$x,$x,$x,$x,$x,$x,$x,$x}) != nil AND {$x,$x,$x,$x,$x,$x,$x,$x,$x,$x} != {$x,$x} AND "
                + "($x := {$x,$x,$x,$x,$x,$x,$x,$x,$x,$x}) != nil AND {$x,$x,$x,$x,$x,$x,$x,$x,$x,$x} != {$x,$x}",
        ])
    func `values that grow by assignments are paid for, and never get too deep`(text: String) throws {
        var context = EvaluationContext(variables: ["x": 1])
        context.limits.steps = 30_000
        let value: PredicateValue = ["list": .list(Array(repeating: 0, count: 5000))]
        #expect(try failure(text, value, context) == .limit)
    }

    @Test func `integers that overflow, shifts that are too wide and the least integer never trap`() throws {
        let values = [Int64.min, .min + 1, -65, -1, 0, 1, 63, 64, .max - 1, .max]
        for (name, counts) in FunctionCatalogue.argumentCounts where counts == 2...2 {
            for one in values {
                for other in values {
                    let function = Expression.function(name, [.constant(.integer(one)), .constant(.integer(other))])
                    _ = try? function.value(with: .null)
                }
            }
        }
        for (name, counts) in FunctionCatalogue.argumentCounts where counts.contains(1) {
            for number in values {
                _ = try? Expression.function(name, [.constant(.integer(number))]).value(with: .null)
            }
        }
    }
}
