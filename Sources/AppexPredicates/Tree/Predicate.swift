/// A condition on a value: the parsed form of a predicate's text.
///
/// It is a plain value that can be compared, hashed, stored in an index and sent to another task. Two predicates are
/// equal if they have the same structure, not if they mean the same.
///
/// - Important: Code that builds trees itself keeps them within ``PredicateLimits/depth``, as the parser does, because
///   printing, hashing and releasing a tree are recursive; ``isDeeper(than:)`` checks it.
package indirect enum Predicate: Sendable, Hashable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// Two expressions and an operator between them.
    case comparison(Comparison)
    /// All parts hold. The parser puts a chain of `AND` into one flat list of two or more; an empty list is true, as
    /// with Apple.
    case and([Predicate])
    /// At least one part holds. The parser creates two or more; an empty list is false.
    case or([Predicate])
    /// The part does not hold.
    case not(Predicate)
    /// A closure of the program; it has no textual form.
    case block(PredicateBlock)
}
