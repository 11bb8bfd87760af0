/// A condition over a value: what a predicate's text means.
///
/// A plain value, so that it can be compared, hashed, kept in an index, sent to another task and, one
/// day, written as SQL. Two predicates are equal when they have the same shape, not when they mean the
/// same.
///
/// - Important: Whoever builds trees by hand keeps them within ``PredicateLimits/depth``
///   (``isDeeper(than:)`` tells), because printing, hashing and releasing a tree recurse over it. The
///   parser does.
package indirect enum Predicate: Sendable, Hashable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// Two expressions and an operator between them.
    case comparison(Comparison)
    /// All of them hold. The parser makes two or more, in one flat list for a chain of `AND`; none at
    /// all is true, as with Apple.
    case and([Predicate])
    /// At least one of them holds. Two or more from the parser; none at all is false.
    case or([Predicate])
    /// It does not hold.
    case not(Predicate)
    /// Code of the program, which no text can express.
    case block(PredicateBlock)
}
