extension Predicate {
    /// Evaluates the predicate.
    ///
    /// The rules are those of Apple's `NSPredicate` for objects in memory; Documentation/Predicates.md lists them and
    /// the few differences.
    ///
    /// - Parameter value: the value of `SELF`, where key paths start.
    /// - Returns: whether the predicate holds.
    /// - Throws: ``EvaluationError`` where Apple's systems raise an exception, and when the evaluation would cost more
    ///   than the context allows.
    package func evaluate(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Bool {
        var evaluator = Evaluator(value, context)
        return try evaluator.holds(self)
    }

    /// Whether the predicate holds for a value, paid for from a budget that several evaluations share.
    ///
    /// - Parameter steps: what may be spent, if the context does not allow less. The steps that were taken are
    ///   subtracted; an evaluation that would have cost more than is allowed leaves nothing.
    /// - Throws: what ``evaluate(with:context:)`` does.
    package func evaluate(
        with value: PredicateValue, context: EvaluationContext, spending steps: inout Int
    ) throws(EvaluationError) -> Bool {
        var context = context
        context.limits.steps = min(context.limits.steps, max(0, steps))
        var evaluator = Evaluator(value, context)
        do throws(EvaluationError) {
            let holds = try evaluator.holds(self)
            steps -= context.limits.steps - evaluator.steps
            return holds
        } catch {
            // What a regular expression has cost before it was stopped has not been counted.
            steps = error.code == .limit ? 0 : steps - (context.limits.steps - evaluator.steps)
            throw error
        }
    }
}

extension Expression {
    /// Evaluates the expression.
    ///
    /// - Parameter value: the value of `SELF`, where key paths start.
    /// - Throws: ``EvaluationError``, as for ``Predicate/evaluate(with:context:)``.
    package func value(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> PredicateValue {
        var evaluator = Evaluator(value, context)
        return try evaluator.value(of: self)
    }
}
