import AppexPredicates

/// Where and why the text of a predicate or an expression cannot be parsed.
///
/// Its description is for people: place and reason, then the text with a caret below the place.
public struct PredicateFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of the place, from 1.
    public let line: Int
    /// The column of the place in its line in characters, from 1.
    public let column: Int
    /// What was expected, what was found, and sometimes a hint; without the place.
    public let message: String

    private let text: String

    init(_ error: PredicateSyntaxError) {
        line = error.line
        column = error.column
        message = error.message
        text = "\(error)\n\(error.caret)"
    }

    public var description: String { text }
}
