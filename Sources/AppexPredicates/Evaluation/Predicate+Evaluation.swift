extension Predicate {
    /// Whether the predicate holds for a value.
    ///
    /// The rules are those of Apple's `NSPredicate` for objects in memory; Documentation/Predicates.md lists them, with
    /// the few differences.
    ///
    /// - Parameter value: what `SELF` is, and where key paths begin.
    /// - Throws: an error for what raises an exception on Apple's systems, and when the evaluation would cost
    ///   more than the context allows.
    package func evaluate(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Bool {
        var evaluator = Evaluator(value, context)
        return try evaluator.holds(self)
    }
}

extension Expression {
    /// The expression's value; see ``Predicate/evaluate(with:context:)``.
    package func value(
        with value: PredicateValue, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> PredicateValue {
        var evaluator = Evaluator(value, context)
        return try evaluator.value(of: self)
    }
}
