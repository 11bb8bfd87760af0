import Foundation
import OpenExtensionKit

/// A failure to display: one sentence, and the identifier of a report if there is one.
package struct PageFailure: Error, Encodable, Sendable {
    /// The sentence.
    package let message: String
    /// The identifier of the device's report.
    package var report: String?

    /// Creates a failure with a sentence of its own.
    package init(_ message: String, report: String? = nil) {
        self.message = message
        self.report = report
    }

    /// Describes an error.
    ///
    /// - Parameter name: the name of the extension to display; nil if the error is not about one.
    package init(_ error: any Error, of name: String? = nil) {
        switch error {
        case let failure as PageFailure: self = failure
        case let error as ExtensionError:
            let name = name ?? "The extension"
            let sentence: String? =
                switch error.code {
                case .died: "\(name) stopped unexpectedly."
                case .timedOut: "\(name) took too long and was stopped."
                case .crashedRepeatedly: "\(name) has stopped several times in a row. Try again later."
                case .couldNotStart: "\(name) could not be started."
                case .protocolViolation: "\(name) did something that is not allowed and was stopped."
                case .notFound: "\(name) is no longer installed."
                case .cancelledByExtension: error.underlying.map { "\(name): \($0.localizedDescription)" }
                // Of these the message says more, as it does of codes that are added later.
                default: nil
                }
            self.init(sentence ?? error.message, report: error.reportIdentifier)
        default: self.init(error.localizedDescription)
        }
    }
}
