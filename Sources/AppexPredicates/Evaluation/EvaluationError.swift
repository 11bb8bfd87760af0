/// Why a predicate has no value: what raises an exception on Apple's systems, or costs more than is allowed.
package struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable, CaseIterable {
        /// The value has no such key: Apple's exception "not key value coding-compliant".
        case undefinedKey
        /// A variable has no value.
        case undefinedVariable
        /// An operator or a function got a value of a kind that it has no answer for.
        case typeMismatch
        /// `ANY`, `ALL`, `NONE`, `SUBQUERY`, `IN` or a collection operator got something that is no collection.
        case notACollection
        /// An index is outside of its list.
        case indexOutOfRange
        /// An integer was divided by zero.
        case divisionByZero
        /// A regular expression cannot be read.
        case invalidPattern
        /// It would have cost more than the context's limits allow.
        case limit
        /// It has a meaning elsewhere, such as in a database, but none here.
        case unsupported
    }

    package let code: Code
    /// One sentence: what was being done, and with what.
    package let message: String
    /// The text of the comparison in which it happened, or `nil` when it happened outside of one.
    package internal(set) var clause: String?

    package init(_ code: Code, _ message: String, clause: String? = nil) {
        self.code = code
        self.message = message
        self.clause = clause
    }

    package var description: String {
        clause.map { "\(message), in: \($0)" } ?? message
    }
}
