package import Foundation

extension NSItemProvider {
    /// The domain of errors with a code of ``ErrorCode``.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// The codes of errors of a load.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsitemprovider/errorcode
    public enum ErrorCode: Int, Sendable {
        /// An error without a code of its own.
        case unknownError = -1
        /// There is no such representation, or the process that owns it has ended.
        case itemUnavailableError = -1000
        /// The load handler returned an object of a class other than the requested one.
        case unexpectedValueClassError = -1100
        /// The item cannot be converted to the requested class.
        case unavailableCoercionError = -1200
    }

    /// Creates an error of ``errorDomain``.
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
