/// Where a predicate's text stops making sense, and why.
package struct PredicateSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Characters before the place, over all lines.
    package let offset: Int
    /// The line of the place, from 1.
    package let line: Int
    /// The character of the place in its line, from 1.
    package let column: Int
    /// What could stand there, as in "expected an expression"; without "expected".
    package let expected: String
    /// What stands there, as in "found a comma"; without "found".
    package let found: String
    /// What may have gone wrong and what to do, as a sentence, or `nil` when nothing is known.
    package let hint: String?
    /// Two lines: the text around the place, cut when it is long, and below it a caret at the place.
    /// Control characters are shown as one sign each, so that a hostile text cannot speak to a terminal.
    package let caret: String

    /// What was expected, what was found and the hint, without the place.
    package var message: String {
        let sentence = "expected \(expected), found \(found)"
        return hint.map { "\(sentence). \($0)" } ?? sentence
    }

    /// The message with the place in front of it, on one line.
    package var description: String { "line \(line), column \(column): \(message)" }
}
