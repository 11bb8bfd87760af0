extension Predicate {
    /// Evaluates the predicate and finds the part that decides it, which costs a few times the steps of
    /// ``evaluate(with:context:)``.
    ///
    /// - Returns: a decision whose ``Decision/holds`` equals the predicate's own value.
    /// - Throws: ``EvaluationError``, as for ``evaluate(with:context:)``.
    package func decisiveClause(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Decision {
        var explainer = Explainer(Evaluator(value, context))
        return try explainer.decision(of: self)
    }
}
