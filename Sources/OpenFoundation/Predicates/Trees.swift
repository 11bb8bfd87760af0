import AppexPredicates

// Foundation has a Predicate and an Expression too, and files of this module import both.

/// The tree of a predicate.
typealias PredicateTree = AppexPredicates.Predicate
/// The tree of an expression.
typealias ExpressionTree = AppexPredicates.Expression
