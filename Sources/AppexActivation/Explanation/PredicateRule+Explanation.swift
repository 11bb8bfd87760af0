import OpenUniformTypeIdentifiers

extension PredicateRule {
    func explanation(
        for items: [ItemTypes], types: TypeGraph
    ) -> (activates: Bool, reason: String, clauses: [ActivationExplanation.Clause]) {
        (activates(for: PredicateShare(items, types: types)), "", [])
    }
}
