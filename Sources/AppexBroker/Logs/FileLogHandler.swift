import AppexModel
package import Logging
import FoundationEssentials

/// Writes log records to a file, one line each: time, level, message, then `key=value`.
package struct FileLogHandler: LogHandler {
    /// What is added to each record.
    package var metadata: Logger.Metadata = [:]
    /// The lowest level that is written.
    package var logLevel: Logger.Level = .info
    private let file: RotatingFile

    /// - Parameter file: the log; several handlers may share it.
    package init(file: RotatingFile) {
        self.file = file
    }

    /// One value of ``metadata``.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a record. A record that cannot be written is counted by the file.
    package func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
        // Values come from bundles and processes: a line break in one must not forge a record.
        let suffix = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\("\($0.value)".quotedUnlessPlain)" }.joined()
        let line = "\(Date.now.formatted(.iso8601)) \(event.level) \(event.message)\(suffix)\n"
        Array(line.utf8).withUnsafeBytes { file.append($0) }
    }
}
