/// Something of the program whose parts a predicate can name: the small counterpart of key-value coding.
///
/// Equality is what a predicate's `==` between two such objects says.
package protocol PredicateObject: Sendable, Hashable {
    /// The value for a key: one step of a key path.
    ///
    /// - Returns: the value, ``PredicateValue/null`` for a key that has none, and `nil` for a key that
    ///   the object does not know, which ends the evaluation with ``EvaluationError/Code/undefinedKey``.
    func value(forKey key: String) -> PredicateValue?

    /// What `FUNCTION(object, "selector:", arguments…)` is.
    ///
    /// - Returns: `nil` for a selector that the object does not know, which ends the evaluation.
    func value(calling selector: String, with arguments: [PredicateValue]) -> PredicateValue?
}

extension PredicateObject {
    /// An object without functions: those without arguments are its keys.
    package func value(calling selector: String, with arguments: [PredicateValue]) -> PredicateValue? {
        arguments.isEmpty ? value(forKey: selector) : nil
    }
}
