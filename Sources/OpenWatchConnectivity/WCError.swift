public import Foundation

/// Why nothing was sent to a watch.
///
/// Source: https://developer.apple.com/documentation/watchconnectivity/wcerror
public struct WCError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The device cannot have a watch.
        case sessionNotSupported = 7002
    }

    /// The reason.
    public let code: Code

    /// Makes an error.
    public init(code: Code) { self.code = code }

    /// The domain of the errors.
    public static let errorDomain = "WCErrorDomain"
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
    /// The reason as a sentence.
    public var errorDescription: String? { "A watch cannot be paired with this device." }
    /// The device cannot have a watch.
    public static var sessionNotSupported: Code { .sessionNotSupported }
}
