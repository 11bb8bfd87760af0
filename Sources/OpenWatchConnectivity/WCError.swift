public import Foundation

/// Why nothing was sent to a watch.
///
/// Source: https://developer.apple.com/documentation/watchconnectivity/wcerror
public struct WCError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// Another reason.
        case genericError = 7001
        /// The device cannot have a watch.
        case sessionNotSupported
        /// The session has no delegate.
        case sessionMissingDelegate
        /// The session was not activated.
        case sessionNotActivated
        /// No watch is paired.
        case deviceNotPaired
        /// The watch does not have the app.
        case watchAppNotInstalled
        /// The watch cannot be reached.
        case notReachable
        /// An argument is not valid.
        case invalidParameter
        /// The values are too large.
        case payloadTooLarge
        /// The values have types that are not supported.
        case payloadUnsupportedTypes
        /// The reply could not be sent.
        case messageReplyFailed
        /// The reply did not come in time.
        case messageReplyTimedOut
        /// A file cannot be read.
        case fileAccessDenied
        /// The values could not be delivered.
        case deliveryFailed
        /// There is not enough space.
        case insufficientSpace
        /// The session is being closed.
        case sessionInactive
        /// The transfer took too long.
        case transferTimedOut
        /// The device with which the watch is paired does not have the app.
        case companionAppNotInstalled
        /// The app is only for watches.
        case watchOnlyApp
    }

    /// The reason.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// The domain of the errors.
    public static let errorDomain = "WCErrorDomain"
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
    /// The reason as a sentence.
    public var errorDescription: String? {
        code == .sessionNotSupported
            ? "A watch cannot be paired with this device." : "Nothing was sent to a watch (\(code))."
    }
    /// The device cannot have a watch.
    public static var sessionNotSupported: Code { .sessionNotSupported }
}

extension WCError.Code {
    /// Whether an error has a code, for `catch` and `switch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? WCError)?.code == code }
}

/// The domain of errors about watches.
public let WCErrorDomain = WCError.errorDomain
