extension Predicate {
    /// Evaluates the predicate, and says which part of it decided.
    ///
    /// - Returns: a decision whose ``Decision/holds`` is that of the part, which is that of the predicate, too.
    /// - Throws: as ``evaluate(with:context:)``. Explaining costs a few times the steps of evaluating.
    package func decisiveClause(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Decision {
        var explainer = Explainer(Evaluator(value, context))
        return try explainer.decision(of: self)
    }
}
