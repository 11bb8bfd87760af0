import AppexPredicates
import OpenUniformTypeIdentifiers

extension PredicateRule {
    /// A note about the cost of the rule; `nil` if it is small.
    func costNote(for items: [ItemTypes], types: TypeGraph) -> String? {
        var compiler = PredicateCompiler()
        guard compiler.compile(predicate) == nil else { return nil }
        let share = PredicateShare(items, types: types)
        let budget = share.context.limits.steps
        var left = budget
        _ = activates(for: share, spending: &left)
        guard left < budget / 2 else { return nil }
        let part = left == 0 ? "all" : "\(budget - left)"
        return "The predicate takes \(part) of the \(budget) steps that all such rules of an app have together; "
            + "extensions whose rules come too late for that are not offered."
    }

    /// Why the rule activates for some items or does not.
    func explanation(
        for items: [ItemTypes], types: TypeGraph
    ) -> (activates: Bool, reason: String, clauses: [ActivationExplanation.Clause]) {
        let share = PredicateShare(items, types: types)
        let activates = activates(for: share)
        var explainer = PredicateExplainer(share, names: AttachmentNames(items))
        do throws(EvaluationError) {
            let finding = try explainer.explain(predicate, share.context, [:])
            return (activates, finding.sentence, explainer.clauses)
        } catch {
            // If the rule activates, only its explanation can have been too expensive.
            let reason = activates ? "the predicate holds" : "the predicate has no value: \(Self.described(error))"
            return (activates, reason, explainer.clauses)
        }
    }
}
