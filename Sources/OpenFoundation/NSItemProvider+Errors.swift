package import Foundation

extension NSItemProvider {
    /// The domain of the errors below.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// What went wrong with a load.
    public enum ErrorCode: Int, Sendable {
        /// Anything else.
        case unknownError = -1
        /// No such representation, or its owner has gone.
        case itemUnavailableError = -1000
        /// The load handler gave something of another class than was asked for.
        case unexpectedValueClassError = -1100
        /// There is no rule that turns what is there into what is wanted.
        case unavailableCoercionError = -1200
    }

    /// An error of ``errorDomain``.
    ///
    /// - Parameter description: one sentence.
    package static func error(_ code: ErrorCode, _ description: String, underlying: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    static var cancelled: NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "The load was cancelled."])
    }
}
