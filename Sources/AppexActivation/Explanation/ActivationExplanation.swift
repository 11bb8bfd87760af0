/// Why an extension is offered for some items, or is not.
package struct ActivationExplanation: Sendable, Hashable, Codable {
    /// The form of the rule.
    package enum Rule: String, Sendable, Hashable, Codable {
        case none, dictionary, predicate
    }

    /// One of the things that the rule asks for.
    package struct Clause: Sendable, Hashable, Codable {
        /// The key of the rule dictionary, or the part of the predicate.
        package let clause: String
        /// Whether the items satisfy it.
        package let holds: Bool
        /// What was found and what is expected, in words.
        package let detail: String
    }

    /// Whether the extension is offered.
    package let activates: Bool
    /// The form of the rule.
    package let rule: Rule
    /// What decided, in one sentence.
    package let reason: String
    /// What the rule asks for, each with how it turned out.
    package let clauses: [Clause]
    /// What is odd about the rule and how it was read all the same.
    package var notes: [String]
    /// Why the rule cannot be read; `nil` when it can.
    package var error: ActivationRuleError?

    /// The explanation for an extension that hosts are not offered whatever the items are.
    ///
    /// - Parameter obstacle: why, in one sentence; it becomes the reason and the first clause. What the rule says of the
    ///   items remains in the others.
    package func withheld(because obstacle: String) -> ActivationExplanation {
        let clause = Clause(clause: "hosts are offered the extension", holds: false, detail: obstacle)
        return ActivationExplanation(
            activates: false, rule: rule, reason: obstacle, clauses: [clause] + clauses, notes: notes, error: error)
    }
}
