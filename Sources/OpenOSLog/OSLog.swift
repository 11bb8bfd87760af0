import Logging

/// A destination of messages, with a subsystem and a category.
///
/// Source: https://developer.apple.com/documentation/os/oslog
///
/// ## Difference from Apple
/// Messages go to swift-log, with the subsystem as the label and the category as metadata. Signposts are not supported.
public final class OSLog: Sendable {
    let subsystem: String
    let category: String
    private let isEnabled: Bool
    private let logger: Logging.Logger

    /// The destination of programs without a subsystem.
    public static let `default` = OSLog(subsystem: "default", category: "")
    /// A destination that drops all messages.
    public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)

    /// Makes a destination.
    ///
    /// - Parameters:
    ///   - subsystem: the name of the program or framework, in reverse order of domains.
    ///   - category: the name of a part of it.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
    }

    private init(subsystem: String, category: String, isEnabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isEnabled = isEnabled
        var logger = Logging.Logger(label: subsystem)
        if !category.isEmpty { logger[metadataKey: "category"] = "\(category)" }
        self.logger = logger
    }

    /// Makes a destination that writes with a logger.
    init(_ logger: Logging.Logger) {
        subsystem = logger.label
        category = ""
        isEnabled = true
        self.logger = logger
    }

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { isEnabled && logger.logLevel <= type.level }

    /// Writes a message, which is computed only if its level is written.
    func write(_ level: Logging.Logger.Level, _ message: () -> String) {
        guard isEnabled, logger.logLevel <= level else { return }
        let text = message()
        logger.log(level: level, "\(text)")
    }
}

extension OSLogType {
    /// The level of swift-log. A number between two of Apple's counts as the next higher one, and a
    /// number above all of them as ``fault``.
    var level: Logging.Logger.Level {
        switch rawValue {
        case 0: .notice
        case 1: .info
        case 2: .debug
        case ..<0x11: .error
        default: .critical
        }
    }
}
