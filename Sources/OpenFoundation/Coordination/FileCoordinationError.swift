public import Foundation

/// The reason for which a coordinated access did not take place, beside those for which there is a `CocoaError`.
public struct FileCoordinationError: Error, Sendable, CustomStringConvertible, CustomNSError, LocalizedError {
    /// A kind of failure. Later versions may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number of the code.
        public let rawValue: Int
        /// Creates a code. A number that this version does not define is a valid code.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The access would have completed a cycle of waiting accesses. ``FileCoordinationError/description`` names the processes.
        public static let deadlock = Code(rawValue: 1)
        /// The broker, which coordinates, cannot be reached or started.
        public static let unavailable = Code(rawValue: 2)
        /// The broker does not coordinate this access, for example because there are too many.
        public static let refused = Code(rawValue: 3)
        /// The process was suspended, or the broker ended, during the access: others may have accessed the item.
        public static let interrupted = Code(rawValue: 4)
        /// The URL is not that of a file, or its path cannot be coordinated.
        public static let unsuitableURL = Code(rawValue: 5)
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence: what was being done, to what, and what to do next.
    public let description: String

    /// The domain of the error as an `NSError`.
    public static let errorDomain = "OpenFoundation.FileCoordinationError"
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The sentence, as the localized description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
    /// The text of ``description``.
    public var errorDescription: String? { description }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
