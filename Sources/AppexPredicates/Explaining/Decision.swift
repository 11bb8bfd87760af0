/// Why a predicate holds for a value, or does not: the smallest part that decides it, with what it compared.
///
/// Of an `AND` that fails and an `OR` that holds that is one part. Where several parts have a share in it - those of
/// an `OR` that fails, of an `AND` that holds, the elements of a subquery - each is a decision of its own inside.
package struct Decision: Sendable, Hashable {
    /// One side of a comparison.
    package struct Side: Sendable, Hashable {
        /// The text of the side, cut when it is long.
        package let expression: String
        package let value: PredicateValue
    }

    /// What a subquery on one of the sides made of its elements.
    package struct Subquery: Sendable, Hashable {
        /// The text of what is searched.
        package let collection: String
        /// The name of the variable, without the dollar sign.
        package let variable: String
        /// How many elements were looked at.
        package let count: Int
        /// The numbers of those for which the predicate holds, from 0.
        package let matching: [Int]
        /// Why, for each of the first elements, in order.
        package let elements: [Decision]
    }

    /// The text of the part, cut when it is long.
    package let expression: String
    package let holds: Bool
    /// The two sides if the part is a comparison, otherwise `nil`.
    package var left: Side?
    package var right: Side?
    /// The subqueries on the two sides, from left to right.
    package var subqueries: [Subquery] = []
    /// The decisions of the parts that have a share in this one.
    package var parts: [Decision] = []
}
