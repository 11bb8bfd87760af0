public import Foundation

/// Why a request did not bring its items back.
public struct ExtensionError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of failure; the set may grow.
    public enum Code: String, Sendable {
        /// No such extension is installed.
        case notFound
        /// The extension's process could not be started.
        case couldNotStart
        /// The process ended, crashed or was killed before it answered.
        case died
        /// The extension did not answer in time.
        case timedOut
        /// The extension has crashed several times in a row and is not started for a while; the message says how long.
        case crashedRepeatedly
        /// The extension cancelled the request; ``ExtensionError/underlying`` is its error, with domain and code.
        case cancelledByExtension
        /// The broker cannot be reached or refused.
        case brokerUnavailable
        /// Something was asked for that is not allowed or not possible; the message says what.
        case refused
        /// The extension broke the protocol.
        case protocolViolation
    }

    public let code: Code
    /// One sentence: what was being done, to what, and what to do next.
    public let message: String
    /// The cause, where there is one.
    public let underlying: (any Error)?
    /// Names the report that the device keeps of the extension's end: `appex reports` shows it. nil when none was
    /// written, because the extension did nothing wrong, goes on for other hosts, or nobody was left to write one.
    ///
    /// Difference from Apple: there, a report can only be guessed from the time at which it was written.
    public let reportIdentifier: String?

    /// - Parameter report: the identifier of a report, which the message is then made to end with.
    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil, report: String? = nil) {
        self.code = code
        self.underlying = underlying
        reportIdentifier = report
        let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
        self.message = report.map { "\(sentence); see `appex reports \($0)`." } ?? message
    }

    public var description: String { message }
    public var errorDescription: String? { message }
}
