import AppexPredicates
import OpenUniformTypeIdentifiers

extension PredicateRule {
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
            // Of a rule that activates, only the explanation can have become too expensive.
            let reason = activates ? "the predicate holds" : "the predicate has no value: \(Self.described(error))"
            return (activates, reason, explainer.clauses)
        }
    }
}
