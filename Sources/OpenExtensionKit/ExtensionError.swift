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

    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    public var description: String { message }
    public var errorDescription: String? { message }
}
