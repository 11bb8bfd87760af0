/// A statement about one line of a source file: what was changed and why, or what does not work on Linux.
package struct SourceChange: Sendable, Hashable {
    /// What a statement means for the user.
    package enum Severity: String, Sendable, CaseIterable {
        /// The line was changed, and its effect is the same.
        case note
        /// The line is compiled, but a part of its effect is missing.
        case warning
        /// The line does not compile.
        case error
    }

    /// The line of the original, counted from 1.
    package var line: Int
    /// What the statement means for the user.
    package var severity: Severity
    /// One or two sentences for the user.
    package var message: String

    /// Makes a statement about a line.
    package init(line: Int, severity: Severity, message: String) {
        self.line = line
        self.severity = severity
        self.message = message
    }
}
