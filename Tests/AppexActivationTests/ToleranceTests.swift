import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// What shipped manifests do to their rules, and what it comes to; the table of Activation.md, row by row.
@Suite struct ToleranceTests {
    private static let image = [["public.png"]]
    private static let images = [["public.png"], ["public.png"]]

    /// Two images are one too many for a limit of 1, and one image is none too many.
    private func expectLimitOfOne(_ value: PropertyListValue, _ words: String...) throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": value])
        #expect(offers(rule, items: [ItemTypes(attachments: Self.image)]), "\(value)")
        #expect(!offers(rule, items: [ItemTypes(attachments: Self.images)]), "\(value)")
        expectNote(of: rule, words)
    }

    /// A note of the rule has all of some words.
    private func expectNote(of rule: ActivationRule, _ words: [String]) {
        #expect(rule.notes.contains { note in words.allSatisfy { note.contains($0) } }, "\(words): \(rule.notes)")
        let notes = rule.explanation(for: [], types: .system).notes
        #expect(notes == rule.notes)
    }

    @Test func `a count as a string is that number`() throws {
        try expectLimitOfOne(.string("1"), "the string \"1\"", "read as 1", "an integer")
        try expectLimitOfOne(.string(" 1\n"), "read as 1")
    }

    @Test func `a count as a boolean is 1 or 0`() throws {
        try expectLimitOfOne(.boolean(true), "the boolean true", "read as 1")
        try expectLimitOfOne(.string("YES"), "the string \"YES\"", "read as 1")
        let none = try makeRule(counting: [
            "SupportsImageWithMaxCount": .boolean(false), "SupportsWebURLWithMaxCount": .integer(1),
            "DictionaryVersion": .integer(2),
        ])
        #expect(!offers(none, ["public.url"], ["public.png"]), "false is an explicit 0")
        expectNote(of: none, ["read as 0"])
    }

    @Test func `a count as a real number loses what is behind the point`() throws {
        try expectLimitOfOne(.real(1.9), "the real number 1.9", "read as 1")
    }

    @Test(arguments: [
        PropertyListValue.integer(-1), .integer(.min), .real(-2), .real(.nan), .real(-.infinity), .string("-1"),
        .string("many"), .string(""), .string("1 or 2"), .string("99999999999999999999"), .date(0), .data([1]),
        .array([.integer(1)]), .dictionary([:]),
    ])
    func `a count that is none counts as absent`(value: PropertyListValue) throws {
        let alone = try makeRule(counting: ["SupportsImageWithMaxCount": value])
        #expect(!offers(alone, ["public.png"]))
        expectNote(of: alone, ["SupportsImageWithMaxCount", "counts as absent"])
        let fuzzy = try makeRule(counting: [
            "SupportsImageWithMaxCount": value, "SupportsWebURLWithMaxCount": .integer(1),
            "DictionaryVersion": .integer(2),
        ])
        #expect(offers(fuzzy, ["public.url"], ["public.png"]), "absent is no veto, as 0 would be")
    }

    @Test(arguments: [PropertyListValue.integer(.max), .real(.infinity), .real(1e300)])
    func `a huge count is no limit`(value: PropertyListValue) throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": value])
        #expect(offers(rule, items: [ItemTypes(attachments: Array(repeating: ["public.png"], count: 500))]))
    }

    @Test func `SupportsText is a count like the others, and true is 1`() throws {
        let text = ["public.plain-text"]
        #expect(!offers(try makeRule(counting: ["SupportsText": .boolean(true)]), text, text))
        let two = try makeRule(counting: ["SupportsText": .integer(2)])
        #expect(offers(two, text, text))
        expectNote(of: two, ["SupportsText", "the integer 2", "a boolean"])
        #expect(offers(try makeRule(counting: ["SupportsText": .string("true")]), text))
    }

    @Test func `strict matching as an integer is on unless it is 0`() throws {
        for (value, isStrict) in [(0, false), (1, true), (2, true)] as [(Int64, Bool)] {
            let rule = try makeRule(counting: [
                "SupportsImageWithMaxCount": .integer(1), "DictionaryVersion": .integer(2),
                "UsesStrictMatching": .integer(value),
            ])
            #expect(offers(rule, ["public.png"], ["public.url"]) == !isStrict)
            expectNote(of: rule, ["UsesStrictMatching", "a boolean"])
        }
    }

    @Test func `versions below 2 are strict and those above are like 2`() throws {
        for (version, isStrict) in [
            (.integer(0), true), (.integer(1), true), (.integer(2), false), (.integer(7), false), (.integer(-1), true),
            (.string("2"), false), (.string("two"), true),
        ] as [(PropertyListValue, Bool)] {
            let rule = try makeRule(counting: ["SupportsImageWithMaxCount": .integer(1), "DictionaryVersion": version])
            #expect(offers(rule, ["public.png"], ["public.url"]) == !isStrict, "\(version)")
        }
    }

    @Test func `an unknown key has no effect`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(1), "SupportsVideoWithMaxCount": .integer(1),
        ])
        #expect(offers(rule, ["public.png"]))
        #expect(!offers(rule, ["com.apple.quicktime-movie"]))
        expectNote(of: rule, ["SupportsVideoWithMaxCount", "no effect"])
    }

    @Test func `a key beside the rule has no effect`() throws {
        let point = try #require(ExtensionPointIdentifier(rawValue: sharePoint))
        let rule = ActivationRule(
            attributes: [
                "NSExtensionActivationRule": .dictionary(["NSExtensionActivationSupportsText": .boolean(true)]),
                "NSExtensionActivationDictionaryVersion": .integer(2),
                "NSExtensionActivationSupportsImageWithMaxCount": .integer(1),
            ], point: point)
        #expect(!offers(rule, ["public.png"]))
        #expect(!offers(rule, ["public.plain-text"], ["public.url"]), "the version stands beside the rule")
        expectNote(of: rule, ["SupportsImageWithMaxCount", "beside"])
        expectNote(of: rule, ["DictionaryVersion", "beside"])
    }

    @Test func `an empty dictionary never activates`() throws {
        #expect(!offers(try makeRule(.dictionary([:])), ["public.png"]))
        #expect(!offers(try makeRule(.dictionary([:])), items: [ItemTypes(attachments: [], hasText: true)]))
        let rule = try makeRule(.dictionary(["NSExtensionActivationDictionaryVersion": .integer(2)]))
        #expect(!offers(rule, ["public.png"]))
    }

    @Test func `a rule inside the rule dictionary has no effect`() throws {
        let alone = try makeRule(.dictionary(["NSExtensionActivationRule": .string("TRUEPREDICATE")]))
        #expect(!offers(alone, ["public.png"]))
        expectNote(of: alone, ["NSExtensionActivationRule inside"])
        let both = try makeRule(
            .dictionary([
                "NSExtensionActivationRule": .string("TRUEPREDICATE"),
                "NSExtensionActivationSupportsImageWithMaxCount": .integer(1),
            ]))
        #expect(offers(both, ["public.png"]) && !offers(both, ["public.url"]))
    }

    @Test(arguments: [PropertyListValue.boolean(true), .integer(1), .array([.string("TRUEPREDICATE")]), .data([])])
    func `a rule of another kind never activates`(value: PropertyListValue) throws {
        let rule = try makeRule(value)
        #expect(!offers(rule, ["public.png"]))
        let explanation = rule.explanation(for: [], types: .system)
        #expect(explanation.error?.line == 1 && explanation.error?.column == 1)
        #expect(explanation.reason.contains(value.kindName), "\(explanation.reason)")
    }

    @Test func `a predicate whose variables a build tool has expanded away never activates`() throws {
        let rule = try makeRule(
            .string("SUBQUERY ( extensionItems, ,\n  SUBQUERY ( , , TRUEPREDICATE ).@count > 0 ).@count > 0"))
        #expect(!offers(rule, ["public.png"]))
        let error = try #require(rule.explanation(for: [], types: .system).error)
        #expect(error.line == 1 && error.column == 28, "\(error)")
        #expect(error.message.contains("build tool"), "\(error)")
    }

    @Test(arguments: ["", " \n\t", "SUBQUERY(extensionItems", "public.image", "TRUEPREDICATE TRUEPREDICATE"])
    func `a text that is no predicate never activates`(text: String) throws {
        let rule = try makeRule(.string(text))
        #expect(!offers(rule, ["public.png"]))
        let explanation = rule.explanation(for: [], types: .system)
        #expect(explanation.rule == .predicate && explanation.error != nil)
    }

    @Test func `a rule for a second item or attachment is nothing to warn of`() throws {
        let rule = try makeRule(
            .string(#"extensionItems[0].attachments[1].registeredTypeIdentifiers[0] == "public.png""#))
        #expect(rule.notes == [])
        #expect(offers(rule, ["public.url"], ["public.png"]) && !offers(rule, ["public.png"]))
    }

    @Test func `hostile rules are read and judged quickly, with few notes`() throws {
        var entries: [String: PropertyListValue] = [:]
        for number in 0..<10_000 { entries["Key\(number)"] = .integer(1) }
        #expect(try makeRule(counting: entries).notes.count <= 20)
        let deep = String(repeating: "(", count: 30_000) + "TRUEPREDICATE"
        #expect(!offers(try makeRule(.string(deep)), ["public.png"]))
        let many = Array(repeating: anyOf("public.png"), count: 600).joined(separator: " || ")
        #expect(offers(try makeRule(attachments: many), ["public.png"]))
        let subqueries = (0..<6).reduce("TRUEPREDICATE") { inner, number in
            "SUBQUERY(extensionItems, $v\(number), \(inner)).@count > 0"
        }
        let items = Array(repeating: ItemTypes(attachments: [["public.png"]]), count: 60)
        #expect(
            !(try makeRule(.string(subqueries))).activates(for: items, types: .system), "60 to the power of 6 steps")
    }
}
