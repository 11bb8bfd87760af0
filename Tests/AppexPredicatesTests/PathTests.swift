import AppexPredicates
import Testing

@Suite struct PathTests {
    private static let shop: PredicateValue = [
        "items": [
            ["name": "pen", "price": 2, "tags": ["ink", "blue"]],
            ["name": "pad", "price": 5, "tags": ["paper"]],
            ["name": "pin", "price": 2, "tags": []],
        ],
        "owner": .object(Book(title: "Owner", pages: 3)), "open": true, "name": "Shop", "set": .set([3, 1, 2]),
        "tree": ["a": ["b": ["c": 7]]], "nested": [[1, 2], [2, 3]], "mixed": [1, nil, 3], "data": .data([1, 2, 3]),
    ]

    @Test(
        arguments: [
            ("tree.a.b.c", 7), ("tree.x.y", nil), ("owner.title", "Owner"), ("owner.editor", nil),
            ("owner.editor.name", nil), ("items.name", ["pen", "pad", "pin"]),
            ("items.tags", [["ink", "blue"], ["paper"], []]), ("items.missing", [nil, nil, nil]),
            ("owner.#self.pages", 3), ("name.length", 4), ("data.length", 3), ("SELF.name", "Shop"),
            ("name.#self", "Shop"),
            ("set.#self", .set([3, 1, 2])),
        ] as [(String, PredicateValue)])
    func `a path leads through dictionaries, objects and lists`(text: String, result: PredicateValue) throws {
        #expect(try value(text, Self.shop) == result)
    }

    @Test(
        arguments: [
            ("items[0].name", "pen"), ("items[2 - 1].name", "pad"), ("items[FIRST].name", "pen"),
            ("items[LAST].name", "pin"), ("items[SIZE]", 3), ("tree['a'].b.c", 7), ("tree['x']", nil),
            ("items[1.0].name", "pad"), ("{}[FIRST]", nil), ("{}[LAST]", nil), ("nil[0]", nil), ("nil[SIZE]", nil),
            ("set[SIZE]", 3), ("objectFrom:withIndex:(items, 1).name", "pad"), ("tree[SIZE]", 1),
        ] as [(String, PredicateValue)])
    func `an index is a number, a key or a word`(text: String, result: PredicateValue) throws {
        #expect(try value(text, Self.shop) == result)
    }

    @Test(
        arguments: [
            ("items.@count", 3), ("tree.@count", 1), ("missing.@count", nil), ("items.tags.@count", 3),
            ("items.@sum.price", 9), ("items.@avg.price", 3.0), ("items.@min.price", 2), ("items.@max.price", 5),
            ("items.@max.name", "pin"), ("mixed.@sum", 4), ("mixed.@sum.#self", 4), ("{}.@sum", 0), ("{}.@avg", 0.0),
            ("{}.@min", nil), ("{}.@max.x", nil), ("missing.@sum.x", nil), ("{0.5, 1}.@sum", 1.5),
            ("items.@unionOfObjects.price", [2, 5, 2]), ("items.@distinctUnionOfObjects.price", [2, 5]),
            ("nested.@unionOfArrays", [1, 2, 2, 3]), ("nested.@distinctUnionOfArrays.#self", [1, 2, 3]),
            ("items.tags.@unionOfArrays.length", [3, 4, 5]), ("nested.@distinctUnionOfSets", .set([1, 2, 3])),
            ("items.@max.tags.@count", 2), ("@count", 9),
        ] as [(String, PredicateValue)])
    func `collection operators`(text: String, result: PredicateValue) throws {
        #expect(try value(text, Self.shop) == result)
    }

    @Test(
        arguments: [
            ("owner.author == 1", .undefinedKey), ("name.first1 == 1", .undefinedKey), ("open.x == 1", .undefinedKey),
            ("name.@count == 1", .notACollection), ("name.@sum.x == 1", .notACollection),
            ("name[FIRST] == 1", .notACollection), ("items[3] == 1", .indexOutOfRange),
            ("items[-1] == 1", .indexOutOfRange), ("items['x'] == 1", .typeMismatch), ("set[0] == 1", .typeMismatch),
            ("items[0.5] == 1", .typeMismatch), ("$x == 1", .undefinedVariable),
            ("items.@sum.name == 1", .typeMismatch),
            ("{1, 'a'}.@max == 1", .typeMismatch), ("FUNCTION(name, 'f') == 1", .unsupported),
            ("FUNCTION(owner, 'f:', 1) == 1", .unsupported), ("nested.@unionOfArrays.x == 1", .undefinedKey),
            ("{1}.@unionOfArrays == 1", .notACollection),
            // What stands behind an operator is the way from each element, so this would count each price.
            ("items.@unionOfObjects.price.@count == 3", .notACollection),
        ] as [(String, EvaluationError.Code)])
    func `what is not there is an error, not a guess`(text: String, code: EvaluationError.Code) throws {
        #expect(try failure(text, Self.shop) == code)
    }

    @Test func `an object's functions are called with their arguments`() throws {
        #expect(try holds("FUNCTION(owner, 'isLongerThan:', 2) == YES", Self.shop))
        #expect(try holds("owner.title() == 'Owner'", Self.shop))
        #expect(try holds("FUNCTION(nil, 'anything') == nil", Self.shop))
    }

    @Test func `UNION, INTERSECT and MINUS make sets of any two collections`() throws {
        #expect(try value("{1, 2, 1} UNION {2.0, 3}") == .set([1, 2, 3]))
        #expect(try value("{1, 2, 1} INTERSECT {1, 3}") == .set([1]))
        #expect(try value("{1, 2, 1} MINUS {1, 3}") == .set([2]))
        #expect(try value("(set UNION {4}).@count", Self.shop) == 4)
        #expect(try value("nil UNION {1}") == .set([1]))
        #expect(try failure("1 UNION {1} == nil") == .notACollection)
    }

    @Test func `SUBQUERY gives the elements for which its predicate holds`() throws {
        #expect(try value("SUBQUERY(items, $i, $i.price == 2).name", Self.shop) == ["pen", "pin"])
        #expect(try value("SUBQUERY(items, $i, ANY $i.tags == 'blue').@count", Self.shop) == 1)
        #expect(
            try value("SUBQUERY(items, $i, SUBQUERY($i.tags, $t, $t CONTAINS 'p').@count == 1).name", Self.shop) == [
                "pad"
            ])
        #expect(try value("SUBQUERY(set, $n, $n > 1).@count", Self.shop) == 2)
        #expect(try value("SUBQUERY(missing, $n, $n > 1)", Self.shop) == [])
        #expect(try failure("SUBQUERY(name, $n, $n > 1).@count == 1", Self.shop) == .notACollection)
    }

    @Test func `inside of a subquery keys begin at the evaluated value, and the variable is its own`() throws {
        #expect(try value("SUBQUERY(items, $i, items.@count == 3 AND name == 'Shop').@count", Self.shop) == 3)
        let outer = EvaluationContext(variables: ["i": "outer"])
        #expect(try holds("SUBQUERY(set, $i, $i > 1).@count == 2 AND $i == 'outer'", Self.shop, outer))
        #expect(try failure("SUBQUERY(set, $i, $i > 1).@count == 2 AND $i == 1", Self.shop) == .undefinedVariable)
        #expect(try holds("SUBQUERY(set, $i, SUBQUERY(set, $i, $i > 1).@count == 2 AND $i < 2).@count == 1", Self.shop))
    }

    @Test func `an assignment gives its value to the variable from there on`() throws {
        #expect(try holds("($x := 2 + 1) == 3 AND $x == 3 AND $x + 1 == 4"))
        #expect(try failure("$x == 3 AND ($x := 3) == 3") == .undefinedVariable)
    }
}
