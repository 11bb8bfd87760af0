/// The argument for one placeholder of a predicate's text.
package enum PredicateArgument: Sendable, Hashable {
    /// For any placeholder.
    case value(PredicateValue)
    /// For `%@` in the place of a predicate.
    case predicate(Predicate)
    /// For `%@` in the place of an expression.
    case expression(Expression)
}
