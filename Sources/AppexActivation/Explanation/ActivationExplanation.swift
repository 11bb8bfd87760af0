/// The explanation why an extension is offered for some items, or is not.
package struct ActivationExplanation: Sendable, Hashable, Codable {
    /// The form of the rule.
    package enum Rule: String, Sendable, Hashable, Codable {
        case none, dictionary, predicate
    }

    /// A condition of the rule.
    package struct Clause: Sendable, Hashable, Codable {
        /// The key of the rule dictionary, or the part of the predicate.
        package let clause: String
        /// Whether the items satisfy it.
        package let holds: Bool
        /// What was found and what was expected, as a clause.
        package let detail: String
    }

    /// Whether the extension is offered.
    package let activates: Bool
    /// The form of the rule.
    package let rule: Rule
    /// The deciding condition, as a clause.
    package let reason: String
    /// The conditions of the rule with their results.
    package let clauses: [Clause]
    /// Problems of the rule that did not prevent reading it.
    package var notes: [String]
    /// The reason for which the rule cannot be read; `nil` if it can.
    package var error: ActivationRuleError?

    /// The explanation for an extension that is not offered to hosts, whatever the items are.
    ///
    /// - Parameter obstacle: the reason as a clause, which becomes the first condition. The conditions of the rule
    ///   follow.
    package func withheld(because obstacle: String) -> ActivationExplanation {
        let clause = Clause(clause: "hosts are offered the extension", holds: false, detail: obstacle)
        return ActivationExplanation(
            activates: false, rule: rule, reason: obstacle, clauses: [clause] + clauses, notes: notes, error: error)
    }
}
