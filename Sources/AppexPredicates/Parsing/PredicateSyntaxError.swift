/// Where and why a predicate's text cannot be parsed.
package struct PredicateSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of characters before the place, over all lines.
    package let offset: Int
    /// The line of the place, from 1.
    package let line: Int
    /// The column of the place in its line in characters, from 1.
    package let column: Int
    /// What could stand there, without the word "expected".
    package let expected: String
    /// What stands there, without the word "found".
    package let found: String
    /// The likely mistake and how to correct it, as a sentence; `nil` if unknown.
    package let hint: String?
    /// Two lines: the text around the place, truncated if it is long, and a caret below the place. Control characters
    /// are replaced, so that a hostile text cannot control a terminal.
    package let caret: String

    /// What was expected, what was found and the hint, without the place.
    package var message: String {
        let sentence = "expected \(expected), found \(found)"
        return hint.map { "\(sentence). \($0)" } ?? sentence
    }

    /// The message on one line, with the place in front of it.
    package var description: String { "line \(line), column \(column): \(message)" }
}
