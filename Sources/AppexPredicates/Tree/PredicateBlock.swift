/// Code of the program that stands where a predicate can stand. Equal only to itself.
package final class PredicateBlock: Sendable, Hashable {
    /// Called with the evaluated object and the variables; says whether the condition holds.
    package typealias Body =
        @Sendable (PredicateValue, [String: PredicateValue]) throws(EvaluationError) -> Bool

    package let body: Body

    package init(_ body: @escaping Body) {
        self.body = body
    }

    package static func == (one: PredicateBlock, other: PredicateBlock) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Code of the program that stands where an expression can stand. Equal only to itself.
package final class ExpressionBlock: Sendable, Hashable {
    /// Called with the evaluated object, the arguments' values and the variables; returns the value.
    package typealias Body =
        @Sendable (PredicateValue, [PredicateValue], [String: PredicateValue]) throws(EvaluationError) ->
        PredicateValue

    package let body: Body

    package init(_ body: @escaping Body) {
        self.body = body
    }

    package static func == (one: ExpressionBlock, other: ExpressionBlock) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
