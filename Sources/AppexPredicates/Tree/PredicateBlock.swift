/// A closure of the program in the place of a predicate. It is equal only to itself.
package final class PredicateBlock: Sendable, Hashable {
    /// Called with the evaluated object and the variables; returns whether the condition holds.
    package typealias Body =
        @Sendable (PredicateValue, [String: PredicateValue]) throws(EvaluationError) -> Bool

    /// The closure.
    package let body: Body

    /// Wraps a closure.
    package init(_ body: @escaping Body) {
        self.body = body
    }

    package static func == (one: PredicateBlock, other: PredicateBlock) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A closure of the program in the place of an expression. It is equal only to itself.
package final class ExpressionBlock: Sendable, Hashable {
    /// Called with the evaluated object, the arguments' values and the variables; returns the value.
    package typealias Body =
        @Sendable (PredicateValue, [PredicateValue], [String: PredicateValue]) throws(EvaluationError) ->
        PredicateValue

    /// The closure.
    package let body: Body

    /// Wraps a closure.
    package init(_ body: @escaping Body) {
        self.body = body
    }

    package static func == (one: ExpressionBlock, other: ExpressionBlock) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
