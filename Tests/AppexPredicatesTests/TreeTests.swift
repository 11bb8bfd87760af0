import AppexPredicates
import Testing

@Suite("The tree of a predicate")
struct TreeTests {
    @Test("a path becomes longer rather than deeper")
    func pathsAreFlat() {
        let path = Expression.keyPath("a", "b").appending(.collection("count"))
        #expect(path == .path(.evaluatedObject, [.key("a"), .key("b"), .collection("count")]))
        #expect(Expression.variable("x").appending(.first) == .path(.variable("x"), [.first]))
    }

    @Test("constants of different kinds are different, also when a predicate takes them for equal")
    func constantsAreTyped() {
        let ones: Set<PredicateValue> = [.integer(1), .real(1), .boolean(true), .date(1), .string("1")]
        #expect(ones.count == 5)
    }
}
