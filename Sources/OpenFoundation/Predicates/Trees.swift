import AppexPredicates

// Foundation has a Predicate and an Expression too, and files of this module import both.

/// What a predicate means.
typealias PredicateTree = AppexPredicates.Predicate
/// What an expression means.
typealias ExpressionTree = AppexPredicates.Expression
