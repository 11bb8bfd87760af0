import AppexModel
public import Foundation

/// The reason for which a call of a host failed.
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

        /// No extension with this identifier is installed.
        public static let notFound = Self(rawValue: "notFound")
        /// The extension's process could not be started.
        public static let couldNotStart = Self(rawValue: "couldNotStart")
        /// The extension's process ended, crashed or was killed before it answered.
        public static let died = Self(rawValue: "died")
        /// The extension did not answer in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The extension has crashed several times in succession and is not started for some time, which the message
        /// states.
        public static let crashedRepeatedly = Self(rawValue: "crashedRepeatedly")
        /// The extension cancelled the request. ``ExtensionError/underlying`` is its error, with domain and code.
        public static let cancelledByExtension = Self(rawValue: "cancelledByExtension")
        /// The broker cannot be started or reached.
        public static let brokerUnavailable = Self(rawValue: "brokerUnavailable")
        /// The request is not allowed or not possible, for a reason that the message states.
        public static let refused = Self(rawValue: "refused")
        /// The extension violated the protocol.
        public static let protocolViolation = Self(rawValue: "protocolViolation")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence: what was being done, to what, and what to do next.
    public let message: String
    /// The cause, if there is one. For ``Code/cancelledByExtension`` it is the extension's error.
    public let underlying: (any Error)?
    /// The identifier of the report on the end of the extension's process, which `appex reports` shows. nil if no
    /// report was written: the extension did nothing wrong, still serves other hosts, or the broker has ended.
    ///
    /// ## Difference from Apple
    /// Apple's hosts receive no identifier; a crash report can only be found by its time.
    public let reportIdentifier: String?

    /// Creates an error.
    ///
    /// - Parameter message: a complete sentence.
    /// - Parameter report: the identifier of a report; a reference to it is then added to the message.
    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil, report: String? = nil) {
        self.code = code
        self.underlying = underlying
        reportIdentifier = report
        let bounded = message.shortened(toBytes: Self.messageBytes)
        // The errors of other modules are clauses, which also stand inside of sentences.
        let message = bounded.begins(with: "cannot ") ? "C" + String(bounded.unicodeScalars.dropFirst()) : bounded
        self.message = report.map { "\(message.withoutFullStop); see `appex reports \($0)`." } ?? message
    }

    /// The maximum length of a message in bytes, not counting the reference to a report. A message is made on the event loop, and
    /// can contain texts of an extension.
    static let messageBytes = 8192

    public var description: String { message }
    public var errorDescription: String? { message }
}

extension ExtensionError {
    /// Whether the user has cancelled in the extension's view, which hosts do not report as a failure.
    package var isUserCancellation: Bool {
        guard code == .cancelledByExtension, let cause = underlying as NSError? else { return false }
        return cause.domain == NSCocoaErrorDomain && cause.code == CocoaError.userCancelled.rawValue
    }
}
