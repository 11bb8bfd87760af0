import Testing

@testable import AppexPredicates

/// The bounds of one evaluation, each at its edge.
@Suite struct EvaluatorTests {
    private func evaluator(steps: Int = 100_000) -> Evaluator {
        var context = EvaluationContext()
        context.limits.steps = steps
        return Evaluator(.null, context)
    }

    @Test func `as many steps as the limit are taken, and not one more`() throws {
        var evaluator = evaluator(steps: 3)
        try evaluator.spend(3)
        do throws(EvaluationError) {
            try evaluator.spend(1)
            Issue.record("a fourth step was taken")
        } catch {
            #expect(error.code == .limit)
        }
    }

    @Test func `a value of as many levels as the limit is looked at, and one of a level more is not`() throws {
        func nested(_ levels: Int) -> PredicateValue {
            (0..<levels).reduce(PredicateValue.integer(1)) { value, _ in .list([value]) }
        }
        var evaluator = evaluator()
        try evaluator.spend(lookingAt: [nested(2 * PredicateLimits.depth - 1)])
        do throws(EvaluationError) {
            try evaluator.spend(lookingAt: [nested(2 * PredicateLimits.depth)])
            Issue.record("a value that is too deep was looked at")
        } catch {
            #expect(error.code == .limit)
        }
    }

    @Test func `a pattern of as many bytes as the limit is read, and one of a byte more is not`() throws {
        func isRead(_ count: Int) -> Bool {
            (try? RegularExpression(String(repeating: "a", count: count), []) { _ in }) != nil
        }
        #expect(isRead(RegularExpression.patternBytes))
        #expect(!isRead(RegularExpression.patternBytes + 1))
    }

    @Test func `a match that takes more steps than are left is given up`() throws {
        let expression = try RegularExpression("(a+)+b", []) { _ in }
        // About four million steps of ICU, which reports every ten thousand.
        let text = String(repeating: "a", count: 22)
        #expect(expression.matches(text, budget: 50_000) == nil)
        #expect(expression.matches("aab", budget: 50_000)?.answer == true)
    }
}
