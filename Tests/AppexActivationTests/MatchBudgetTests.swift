import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// What the rules of an app may cost when a host asks for what it can offer.
@Suite struct MatchBudgetTests {
    private static let items = [ItemTypes(attachments: Array(repeating: ["public.jpeg"], count: 12))]
    /// What one predicate may take for these items, and so what all those of an app may.
    private static let budget = 50_000 + 12 * 1_000

    /// A predicate that is beyond nodes and holds; each number makes another one, of the same cost.
    private static func honest(_ number: Int) throws -> ActivationRule {
        try makeRule(.string("\(1000 + number) == \(1000 + number) AND extensionItems[FIRST].attachments[SIZE] == 12"))
    }

    /// A predicate that takes more steps than any rule may; each number makes another one.
    private static func hostile(_ number: Int) throws -> ActivationRule {
        let inner = (0..<6).reduce("\(number) == \(number)") { text, level in
            "SUBQUERY(extensionItems[FIRST].attachments, $x\(level), \(text)).@count >= 0"
        }
        return try makeRule(.string(inner))
    }

    private static func index(_ rules: [ActivationRule]) -> MatchIndex { MatchIndex(rules: rules, types: .system) }

    @Test func `128 expensive rules of one app take as many steps as one rule may, and others still answer`() throws {
        let hostile = try (0..<128).map(Self.hostile)
        let counting = try makeRule(counting: ["SupportsFileWithMaxCount": .integer(99)])
        let index = Self.index(hostile + [try Self.honest(0), counting])
        let alone = Self.index([try Self.honest(0)]).outcome(for: Self.items) { $0 }
        #expect(alone.activating == [0])
        #expect((1...Self.budget).contains(alone.steps))
        let outcome = index.outcome(for: Self.items) { $0 < 128 ? 1 : 2 }
        #expect(outcome.activating == [128, 129])
        #expect(outcome.givenUp == Array(0..<128))
        #expect(outcome.steps == Self.budget + alone.steps)
    }

    @Test func `an app's rules are answered up to the last step of its budget`() throws {
        let cost = Self.index([try Self.honest(0)]).outcome(for: Self.items) { $0 }.steps
        let fitting = Self.budget / cost
        let rules = try (0...fitting).map(Self.honest)
        let all = Self.index(Array(rules.dropLast())).outcome(for: Self.items) { _ in 7 }
        #expect(all.activating == Array(0..<fitting))
        #expect(all.givenUp.isEmpty)
        #expect(all.steps == fitting * cost)
        // One more is more than there are steps left for, and what is left is gone then.
        let tooMany = Self.index(rules).outcome(for: Self.items) { _ in 7 }
        #expect(tooMany.activating == Array(0..<fitting))
        #expect(tooMany.givenUp == [fitting])
        #expect(tooMany.steps == Self.budget)
        // Of two apps each has a budget.
        #expect(Self.index(rules).outcome(for: Self.items) { $0 % 2 }.activating == Array(0...fitting))
    }

    @Test func `rules of the same words are evaluated once, however many apps bring them`() throws {
        let index = Self.index(Array(repeating: try Self.hostile(0), count: 100))
        let outcome = index.outcome(for: Self.items) { $0 }
        #expect(outcome.steps == Self.budget)
        #expect(outcome.givenUp == Array(0..<100))
    }

    @Test func `what an app can no longer afford is evaluated for another app that has the same rule`() throws {
        let index = Self.index([try Self.hostile(0), try Self.honest(0), try Self.honest(0)])
        #expect(index.outcome(for: Self.items, among: [0, 1]) { _ in 1 }.givenUp == [0, 1])
        let outcome = index.outcome(for: Self.items) { $0 < 2 ? 1 : 2 }
        #expect(outcome.activating == [1, 2])
        #expect(outcome.givenUp == [0])
    }

    @Test func `rules that nobody asks for cost nothing`() throws {
        let index = Self.index([try Self.hostile(0), try Self.honest(0)])
        let outcome = index.outcome(for: Self.items, among: [1]) { _ in 1 }
        #expect(outcome.activating.contains(1))
        #expect(outcome.givenUp.isEmpty)
        #expect(outcome.steps < Self.budget)
    }

    @Test func `a rule of very many parts is evaluated with a budget and not for every share without one`() throws {
        // An "or" and its parts.
        for (parts, isBudgeted) in [(511, false), (512, true)] {
            let conditions = (0..<parts).map { "extensionItems.@count == \($0)" }
            let outcome = Self.index([try makeRule(.string(conditions.joined(separator: " OR ")))])
                .outcome(for: Self.items) { $0 }
            #expect(outcome.activating == [0])
            #expect((outcome.steps > 0) == isBudgeted)
        }
    }

    @Test func `a rule that takes much of its app's budget has a note`() throws {
        #expect(try Self.honest(0).explanation(for: Self.items, types: .system).notes.isEmpty)
        let notes = try Self.hostile(0).explanation(for: Self.items, types: .system).notes
        #expect(notes.contains { $0.contains("\(Self.budget) steps") })
    }
}
