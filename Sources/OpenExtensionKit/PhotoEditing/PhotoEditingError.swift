public import Foundation

/// The reason for which a photograph could not be edited. Nothing has been replaced when it is thrown.
public struct PhotoEditingError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// A kind of failure.
    ///
    /// Later versions may add codes, so a `switch` over a code needs a `default` case.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name as it is written in Swift, for instance `noAdjustmentData`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The photograph does not exist, is not a regular file, or cannot be read.
        public static let photoUnreadable = Self(rawValue: "photoUnreadable")
        /// The photograph was changed or removed while it was edited.
        public static let photoChanged = Self(rawValue: "photoChanged")
        /// The extension returned no result.
        public static let noOutput = Self(rawValue: "noOutput")
        /// The result has no adjustment data, or empty ones.
        public static let noAdjustmentData = Self(rawValue: "noAdjustmentData")
        /// The adjustment data have more than ``PhotoAdjustmentData/dataLimit`` bytes.
        public static let adjustmentDataTooLarge = Self(rawValue: "adjustmentDataTooLarge")
        /// The result has no rendition, or one that is not a regular file or could not be copied.
        public static let noRendition = Self(rawValue: "noRendition")
        /// The rendition is not a whole picture or video of the type that it was requested in, or it is too large.
        public static let unusableRendition = Self(rawValue: "unusableRendition")
        /// The extension does not understand the adjustment data.
        public static let cannotHandleAdjustmentData = Self(rawValue: "cannotHandleAdjustmentData")
        /// The session has ended, or a result is being rendered.
        public static let notEditing = Self(rawValue: "notEditing")
        /// The edits of a photograph that are kept on disk cannot be read or written.
        public static let editsUnusable = Self(rawValue: "editsUnusable")
        /// The edits of a photograph have been changed since they were opened, or since an edit was begun.
        public static let editsChanged = Self(rawValue: "editsChanged")
        /// The edits of a photograph are being changed.
        public static let editsInUse = Self(rawValue: "editsInUse")
        /// The photograph has no version of a number.
        public static let versionNotFound = Self(rawValue: "versionNotFound")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence: what was being done, to what, and what to do next.
    public let message: String
    /// The cause, if there is one.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameter message: a complete sentence.
    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    public var description: String { message }
    public var errorDescription: String? { message }
}
