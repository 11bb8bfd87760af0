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
