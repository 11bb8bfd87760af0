import Logging

/// Writes messages of a subsystem and category to the log.
///
/// Source: https://developer.apple.com/documentation/os/logger
///
/// ## Difference from Apple
/// Messages go to swift-log: a handler that the program has installed, that of an extension, or standard error. What is private is
/// written as `<private>`.
public struct Logger: Sendable {
    private let log: OSLog

    /// Makes a logger without a subsystem.
    public init() { log = .default }

    /// Makes a logger that writes to a destination.
    public init(_ logObj: OSLog) { log = logObj }

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or framework, in reverse order of domains.
    ///   - category: the name of a part of it.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Writes a message with the level `default`.
    public func log(_ message: @autoclosure () -> OSLogMessage) { log.write(.notice) { message().text } }

    /// Writes a message.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) {
        log.write(level.level) { message().text }
    }

    /// Writes a message for development, which handlers do not write by default.
    public func trace(_ message: @autoclosure () -> OSLogMessage) { log.write(.trace) { message().text } }

    /// Writes a message for development, which handlers do not write by default.
    public func debug(_ message: @autoclosure () -> OSLogMessage) { log.write(.debug) { message().text } }

    /// Writes a message that is helpful but not essential.
    public func info(_ message: @autoclosure () -> OSLogMessage) { log.write(.info) { message().text } }

    /// Writes a message that is needed to find errors.
    public func notice(_ message: @autoclosure () -> OSLogMessage) { log.write(.notice) { message().text } }

    /// Writes a warning.
    public func warning(_ message: @autoclosure () -> OSLogMessage) { log.write(.warning) { message().text } }

    /// Writes an error.
    public func error(_ message: @autoclosure () -> OSLogMessage) { log.write(.error) { message().text } }

    /// Writes an error in the program itself.
    public func critical(_ message: @autoclosure () -> OSLogMessage) { log.write(.critical) { message().text } }

    /// Writes an error in the program itself.
    public func fault(_ message: @autoclosure () -> OSLogMessage) { log.write(.critical) { message().text } }
}
