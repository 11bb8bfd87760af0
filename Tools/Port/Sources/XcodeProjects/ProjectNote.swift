/// What a reader of a project reports beside its result: what was left out or assumed, and why.
package struct ProjectNote: Sendable, Hashable {
    /// How much a note matters.
    package enum Severity: String, Sendable, Hashable, CaseIterable {
        /// What was done, for information.
        case note
        /// Something is missing or was assumed, and the result may have to be completed by hand.
        case warning
        /// Something of the result cannot work as it is.
        case error
    }

    /// How much the note matters.
    package var severity: Severity
    /// The file that the note is about, as an absolute path; nil for the whole project.
    package var file: String?
    /// The line in the file, from 1; nil for the whole file.
    package var line: Int?
    /// What is reported, in one or two sentences.
    package var message: String

    /// Creates a note. Control characters in the message are escaped, and a long message is cut.
    package init(_ severity: Severity, file: String? = nil, line: Int? = nil, _ message: String) {
        self.severity = severity
        self.file = file
        self.line = line
        self.message = VisibleText.of(message)
    }
}
