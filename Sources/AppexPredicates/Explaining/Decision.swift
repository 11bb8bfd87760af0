/// Why a predicate holds for a value or does not: the smallest part that decides it, and what that part compared.
///
/// A failing `AND` and a succeeding `OR` are decided by one part. Where several parts contribute (a failing `OR`, a
/// succeeding `AND`, the elements of a subquery), each is a nested decision.
package struct Decision: Sendable, Hashable {
    /// One side of a comparison.
    package struct Side: Sendable, Hashable {
        /// The text of the side, truncated if it is long.
        package let expression: String
        /// The value of the side.
        package let value: PredicateValue
    }

    /// What a subquery on one of the sides found.
    package struct Subquery: Sendable, Hashable {
        /// The text of the collection that is searched.
        package let collection: String
        /// The name of the variable, without the dollar sign.
        package let variable: String
        /// The number of elements that were evaluated.
        package let count: Int
        /// The indices, from 0, of the elements for which the predicate holds.
        package let matching: [Int]
        /// The decisions for the first elements, in order; at most ``DecisionLimits/elements``.
        package let elements: [Decision]
    }

    /// The text of the part, truncated if it is long.
    package let expression: String
    /// Whether the part holds.
    package let holds: Bool
    /// The left side if the part is a comparison, otherwise `nil`.
    package var left: Side?
    /// The right side if the part is a comparison, otherwise `nil`.
    package var right: Side?
    /// The subqueries of the two sides, from left to right.
    package var subqueries: [Subquery] = []
    /// The decisions of the parts that contribute to this one.
    package var parts: [Decision] = []
}
