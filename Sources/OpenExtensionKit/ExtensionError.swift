public import Foundation

/// Why a request did not bring its items back.
public struct ExtensionError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// A kind of failure.
    ///
    /// Later versions may add codes, so a `switch` over a code needs a `default` case.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name as it is written in Swift, for instance `timedOut`.
        public let rawValue: String

        /// Creates a code from its name. A name that this version does not define is a valid code, which equals none of
        /// those below.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// No such extension is installed.
        public static let notFound = Self(rawValue: "notFound")
        /// The extension's process could not be started.
        public static let couldNotStart = Self(rawValue: "couldNotStart")
        /// The process ended, crashed or was killed before it answered.
        public static let died = Self(rawValue: "died")
        /// The extension did not answer in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The extension has crashed several times in a row and is not started for a while; the message says how long.
        public static let crashedRepeatedly = Self(rawValue: "crashedRepeatedly")
        /// The extension cancelled the request; ``ExtensionError/underlying`` is its error, with domain and code.
        public static let cancelledByExtension = Self(rawValue: "cancelledByExtension")
        /// The broker cannot be reached, or it refused the connection.
        public static let brokerUnavailable = Self(rawValue: "brokerUnavailable")
        /// What was asked for is not allowed or not possible; the message says what.
        public static let refused = Self(rawValue: "refused")
        /// The extension broke the protocol.
        public static let protocolViolation = Self(rawValue: "protocolViolation")
    }

    /// The kind of failure.
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
