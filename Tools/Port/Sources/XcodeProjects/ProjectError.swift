/// The reason for which a project cannot be read or ported at all.
package struct ProjectError: Error, Sendable, Hashable {
    /// The file with the problem, as it was given.
    package let file: String
    /// The line in the file, from 1; nil if the problem has no line.
    package let line: Int?
    /// What was being done, what is wrong, and what to do next, in one or two sentences.
    package let message: String

    /// Creates an error. Control characters from the file are escaped, and long texts are shortened.
    package init(file: String, line: Int? = nil, _ message: String) {
        self.file = VisibleText.of(file)
        self.line = line
        self.message = VisibleText.of(message)
    }
}

extension ProjectError: CustomStringConvertible {
    /// The message in the form `file:line: error: sentence`, which editors show as a link.
    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): error: \(message)" }
}
