import AppexPredicates
import Testing

@Suite struct TreeTests {
    @Test func `a path becomes longer rather than deeper`() {
        let path = Expression.keyPath("a", "b").appending(.collection("count"))
        #expect(path == .path(.evaluatedObject, [.key("a"), .key("b"), .collection("count")]))
        #expect(Expression.variable("x").appending(.first) == .path(.variable("x"), [.first]))
    }

    @Test func `constants of different kinds are different, also when a predicate takes them for equal`() {
        let ones: Set<PredicateValue> = [.integer(1), .real(1), .boolean(true), .date(1), .string("1")]
        #expect(ones.count == 5)
    }
}
