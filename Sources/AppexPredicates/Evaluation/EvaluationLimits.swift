/// What an evaluation may cost. Predicates come from bundles and values from hosts, so neither is trusted.
package struct EvaluationLimits: Sendable, Hashable {
    /// The largest number of steps. A step is a part of the predicate that is evaluated, an element that is visited or
    /// created, 64 bytes of strings that are compared, or a share of the work of a regular expression. A rule with two
    /// nested subqueries over 1,000 attachments takes about 12,000.
    package var steps = 1_000_000

    /// Creates the default limits.
    package init() {}
}
