import AppexModel
import Glibc
public import Logging

/// Writes what an extension logs by swift-log into the extension's log: one line for each message, with its level, label
/// and metadata, which `appex logs` shows and can choose from.
///
/// An extension opts in by one line, before it makes its first logger, for instance in the principal class:
///
///     override init() {
///         ExtensionLogHandler.bootstrap()
///         super.init()
///     }
///
/// Without that line swift-log's own handler writes to standard error; it is in the log as well, as plain lines.
///
/// A message is one line of at most 4 KiB, whatever is in it; line breaks show as `\n`, and other characters that are
/// not visible become spaces.
///
/// ## Difference from Apple
/// Apple's `Logger` writes to the system's log, which reads it by subsystem and category. Here the label stands for
/// both.
public struct ExtensionLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level = .info
    private let label: String

    /// A handler for one logger: `Logger(label: "org.example.Sepia", factory: ExtensionLogHandler.init)` uses it for just
    /// that one.
    public init(label: String) {
        self.label = label
    }

    /// Makes this the handler of all loggers that are made from now on. Later calls do nothing, so that every request may
    /// make one.
    ///
    /// - Important: A process has one such handler. A program that calls swift-log's `LoggingSystem.bootstrap` as well
    ///   is stopped by it, so it should name ``ExtensionLogHandler`` there and not call this.
    public static func bootstrap() {
        _ = bootstrapped
    }

    private static let bootstrapped: Void = LoggingSystem.bootstrap { ExtensionLogHandler(label: $0) }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var fields = metadata
        fields.merge(metadataProvider?.get() ?? [:]) { $1 }
        fields.merge(event.metadata ?? [:]) { $1 }
        var texts = fields.mapValues { "\($0)" }
        if let error = event.error { texts["error"] = texts["error"] ?? "\(error)" }
        let record = LogRecord(
            level: LogRecord.Level(event.level), label: label, message: "\(event.message)", metadata: texts)
        let bytes = Array((record.description + "\n").utf8)
        // In one piece, so that the lines of two threads never mix.
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
