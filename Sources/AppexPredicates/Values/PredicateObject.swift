/// An object whose values a predicate can access: a small counterpart of key-value coding.
///
/// Its `==` is the `==` of predicates for two such objects.
package protocol PredicateObject: Sendable, Hashable {
    /// The value for a key: one step of a key path.
    ///
    /// - Returns: the value, ``PredicateValue/null`` for a key without a value, and `nil` for an unknown key, which
    ///   ends the evaluation with ``EvaluationError/Code/undefinedKey``.
    func value(forKey key: String) -> PredicateValue?

    /// The result of `FUNCTION(object, "selector:", arguments…)`.
    ///
    /// - Returns: `nil` for an unknown selector, which ends the evaluation with ``EvaluationError/Code/unsupported``.
    func value(calling selector: String, with arguments: [PredicateValue]) -> PredicateValue?
}

extension PredicateObject {
    /// The default implementation, for an object without functions.
    package func value(calling selector: String, with arguments: [PredicateValue]) -> PredicateValue? {
        arguments.isEmpty ? value(forKey: selector) : nil
    }
}
