package import OpenUniformTypeIdentifiers

extension ActivationRule {
    /// Explains why the extension is offered for `items`, or is not. The result agrees with ``activates(for:types:)``.
    package func explanation(for items: [ItemTypes], types: TypeGraph) -> ActivationExplanation {
        let explanation = explanationOfRule(for: items, types: types)
        return obstacle.map(explanation.withheld) ?? explanation
    }

    private func explanationOfRule(for items: [ItemTypes], types: TypeGraph) -> ActivationExplanation {
        switch form {
        case .none:
            return ActivationExplanation(
                activates: activatesWithoutRule, rule: .none, reason: reasonWithoutRule, clauses: [], notes: notes)
        case .dictionary(let rule):
            let (reason, clauses) = rule.explanation(for: items, types: types)
            return ActivationExplanation(
                activates: clauses.allSatisfy(\.holds), rule: .dictionary, reason: reason, clauses: clauses,
                notes: notes)
        case .predicate(let rule):
            let (activates, reason, clauses) = rule.explanation(for: items, types: types)
            return ActivationExplanation(
                activates: activates, rule: .predicate, reason: reason, clauses: clauses,
                notes: notes + [rule.costNote(for: items, types: types)].compactMap(\.self))
        case .unreadable(let error):
            return ActivationExplanation(
                activates: false, rule: error.excerpt == nil ? .none : .predicate,
                reason: "the rule cannot be read, so it never activates: \(error.description)", clauses: [],
                notes: notes, error: error)
        }
    }

    private var reasonWithoutRule: String {
        activatesWithoutRule
            ? "there is no rule, and \(point) asks for none: its extensions are offered whatever the items are"
            : "there is no rule, and at \(point) an extension without one is never offered"
    }
}
