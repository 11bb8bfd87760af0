/// What is put in for one placeholder of a predicate's text.
package enum PredicateArgument: Sendable, Hashable {
    /// For `%@`, `%K`, `%d` and all others.
    case value(PredicateValue)
    /// For `%@` where a predicate can stand.
    case predicate(Predicate)
    /// For `%@` where an expression can stand.
    case expression(Expression)
}
