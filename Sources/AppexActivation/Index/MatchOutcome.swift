/// What an index says of some items.
package struct MatchOutcome: Sendable, Hashable {
    /// The positions of the rules that activate, ascending.
    package let activating: [Int]
    /// The positions of the rules that do not count as activating because the steps of their app were used up, ascending.
    package let givenUp: [Int]
    /// How many steps the evaluation of predicates took in all.
    package let steps: Int
}
