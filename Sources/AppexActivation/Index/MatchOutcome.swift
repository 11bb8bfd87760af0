/// The result of matching an index against some items.
package struct MatchOutcome: Sendable, Hashable {
    /// The positions of the rules that match, in ascending order.
    package let activating: [Int]
    /// The positions of the rules that were given up because the budget of their app was exhausted, in ascending order.
    package let givenUp: [Int]
    /// The total number of steps that the evaluation of predicates took.
    package let steps: Int
}
