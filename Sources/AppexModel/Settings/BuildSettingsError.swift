/// Reports that a file with build settings cannot be used: the file, the line and the reason.
package struct BuildSettingsError: Error, Sendable, Hashable {
    /// The path of the file, shortened and with invisible characters escaped.
    package let file: String
    /// The number of the line, from 1; nil for the whole file.
    package let line: Int?
    /// The reason and the remedy, in one sentence without a full stop.
    package let reason: String

    /// Creates an error.
    package init(file: String, line: Int? = nil, reason: String) {
        self.file = ManifestError.printable(file, limit: ManifestError.pathBytes)
        self.line = line
        self.reason = ManifestError.printable(reason, limit: 400)
    }
}

extension BuildSettingsError: CustomStringConvertible {
    /// The message in the form `file:line: error: sentence`, which editors show as a link.
    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): error: \(reason)." }
}
