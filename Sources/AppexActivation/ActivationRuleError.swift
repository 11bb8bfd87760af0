/// The reason for which a rule cannot be read. Such a rule never activates.
package struct ActivationRuleError: Error, Sendable, Hashable, Codable {
    /// The line of the rule's text in which the problem is, from 1; 1 if the rule is not a text.
    package let line: Int
    /// The column of the problem in characters, from 1.
    package let column: Int
    /// What was found and what was expected, in one sentence.
    package let message: String
    /// The line with a caret below the place; `nil` if the rule is not a text.
    package var excerpt: String?
}

extension ActivationRuleError: CustomStringConvertible {
    /// The message with its place.
    package var description: String { "line \(line), column \(column): \(message)" }
}
