/// A rule cannot be read, so it never activates.
package struct ActivationRuleError: Error, Sendable, Hashable, Codable {
    /// The line of the rule's text in which reading stopped, from 1; 1 when the rule is no text.
    package let line: Int
    /// The character of that line, from 1.
    package let column: Int
    /// What was found and what is expected, in one sentence.
    package let message: String
    /// The line with a caret below the place; `nil` when the rule is no text.
    package var excerpt: String?
}

extension ActivationRuleError: CustomStringConvertible {
    /// The message with its place.
    package var description: String { "line \(line), column \(column): \(message)" }
}
