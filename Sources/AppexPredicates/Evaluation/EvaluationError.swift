/// Why a predicate could not be evaluated: it would raise an exception on Apple's systems, or it costs more than is
/// allowed.
package struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable, Hashable, CaseIterable {
        /// The value has no such key. Apple's exception is "not key value coding-compliant".
        case undefinedKey
        /// A variable has no value.
        case undefinedVariable
        /// An operator or a function is not defined for a value of this kind.
        case typeMismatch
        /// `ANY`, `ALL`, `NONE`, `SUBQUERY`, `IN` or a collection operator was applied to something that is not a
        /// collection.
        case notACollection
        /// An index is outside of its list.
        case indexOutOfRange
        /// An integer was divided by zero.
        case divisionByZero
        /// A regular expression is malformed.
        case invalidPattern
        /// The evaluation would cost more than the context's limits allow.
        case limit
        /// The feature has a meaning elsewhere, such as in a database, but not for objects in memory.
        case unsupported
    }

    /// The kind of error.
    package let code: Code
    /// What was being evaluated and why it failed, without a full stop.
    package let message: String
    /// The text of the comparison that failed; `nil` outside a comparison.
    package internal(set) var clause: String?

    /// Creates an error.
    package init(_ code: Code, _ message: String, clause: String? = nil) {
        self.code = code
        self.message = message
        self.clause = clause
    }

    package var description: String {
        clause.map { "\(message), in: \($0)" } ?? message
    }
}
