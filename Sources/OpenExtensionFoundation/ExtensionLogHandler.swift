import AppexModel
import Glibc
public import Logging

/// A handler for swift-log that writes to the extension's log: one line for each message, with its level, label and
/// metadata, by which `appex logs` can filter.
///
/// An extension opts in before it creates its first logger, for example in the principal class:
///
///     override init() {
///         ExtensionLogHandler.bootstrap()
///         super.init()
///     }
///
/// Otherwise swift-log's default handler writes to standard error, which is also part of the log, as plain lines.
///
/// A message is one line of at most 4 KiB. Line breaks are written as `\n`, and other invisible characters as spaces.
///
/// ## Difference from Apple
/// Apple's `Logger` writes to the system's log, with a subsystem and a category. Here there is only the label.
public struct ExtensionLogHandler: LogHandler {
    /// The metadata of every message of the logger.
    public var metadata: Logger.Metadata = [:]
    /// Provides further metadata for every message; nil for none.
    public var metadataProvider: Logger.MetadataProvider?
    /// The lowest level of messages that are logged; `info` by default.
    public var logLevel: Logger.Level = .info
    private let label: String

    /// Creates a handler for one logger, as in `Logger(label: "org.example.Sepia", factory: ExtensionLogHandler.init)`.
    public init(label: String) {
        self.label = label
    }

    /// Installs this handler for all loggers that are created from now on. Later calls do nothing, so it can be called for
    /// every request.
    ///
    /// - Important: swift-log ends a process that calls `LoggingSystem.bootstrap` twice. A program that calls it itself
    ///   should pass ``ExtensionLogHandler`` there, and not call this method.
    public static func bootstrap() {
        _ = bootstrapped
    }

    private static let bootstrapped: Void = LoggingSystem.bootstrap { ExtensionLogHandler(label: $0) }

    /// The metadata value for a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a message to the extension's log. May block while the log's pipe is full.
    public func log(event: LogEvent) {
        var fields = metadata
        fields.merge(metadataProvider?.get() ?? [:]) { $1 }
        fields.merge(event.metadata ?? [:]) { $1 }
        var texts = fields.mapValues { "\($0)" }
        if let error = event.error { texts["error"] = texts["error"] ?? "\(error)" }
        let record = LogRecord(
            level: LogRecord.Level(event.level), label: label, message: "\(event.message)", metadata: texts)
        let bytes = Array((record.description + "\n").utf8)
        // One atomic write, so that the lines of different threads do not mix.
        while write(STDERR_FILENO, bytes, bytes.count) < 0, errno == EINTR {}
    }
}

extension LogRecord.Level {
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }
}
