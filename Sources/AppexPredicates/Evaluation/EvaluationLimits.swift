/// What an evaluation may cost. Predicates come from bundles, and values from hosts, so neither is trusted.
package struct EvaluationLimits: Sendable, Hashable {
    /// How many steps: parts of the predicate looked at, elements visited or made, bytes of strings compared (64 of
    /// them are a step), and what regular expressions do. A rule with two nested subqueries over 1,000 attachments
    /// takes about 12,000.
    package var steps = 1_000_000

    package init() {}
}
