import Foundation
import OpenExtensionKit

/// Why something could not be done, for people: one sentence, and a report where there is one.
struct TabFailure: Error, Encodable, Sendable {
    let message: String
    /// Names the report that the device keeps of it.
    var report: String?

    init(_ message: String, report: String? = nil) {
        self.message = message
        self.report = report
    }

    /// - Parameter name: what people call the extension; nil when it was about none.
    init(_ error: any Error, of name: String? = nil) {
        switch error {
        case let failure as TabFailure: self = failure
        case let error as ExtensionError:
            let name = name ?? "The extension"
            let sentence: String? =
                switch error.code {
                case .died: "\(name) stopped unexpectedly."
                case .timedOut: "\(name) took too long and was stopped."
                case .crashedRepeatedly: "\(name) has stopped several times in a row. Try again in a while."
                case .couldNotStart: "\(name) could not be started."
                case .protocolViolation: "\(name) did something that it may not do and was stopped."
                case .notFound: "\(name) is not installed any more."
                case .cancelledByExtension: error.underlying.map { "\(name): \($0.localizedDescription)" }
                // Of these the message says more, as it does of codes that are added later.
                default: nil
                }
            self.init(sentence ?? error.message, report: error.reportIdentifier)
        default: self.init(error.localizedDescription)
        }
    }
}
