public import Foundation

/// The error of a call, for functions that report it in a variable of the caller.
///
/// Source: https://developer.apple.com/documentation/foundation/nserrorpointer
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension NSFileCoordinator {
    /// How an item is read.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsfilecoordinator/readingoptions
    public struct ReadingOptions: OptionSet, Sendable {
        /// The bits of the options, as Apple numbers them.
        public let rawValue: UInt
        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Presenters are not asked to save their changes first.
        public static let withoutChanges = ReadingOptions(rawValue: 1)
        /// If the item is a symbolic link, what it leads to is read, whose URL the accessor gets.
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
        /// Only metadata is read that is there at once. Presenters are asked for nothing.
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
        /// A copy of the item is read, of a folder a zip archive, and the access to the item itself ends when the copy is
        /// made. Symbolic links in a folder are in the archive as links; a pipe or socket in it is an error. The copy is removed when the accessor returns, so the accessor has to open or move it.
        public static let forUploading = ReadingOptions(rawValue: 8)
    }

    /// How an item is written to. At most one option is allowed.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsfilecoordinator/writingoptions
    public struct WritingOptions: OptionSet, Sendable {
        /// The bits of the options, as Apple numbers them.
        public let rawValue: UInt
        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The item is deleted. The access includes all items in it, and their presenters are told.
        public static let forDeleting = WritingOptions(rawValue: 1)
        /// The item is moved. The access includes all items in it.
        public static let forMoving = WritingOptions(rawValue: 2)
        /// Presenters save their changes first.
        public static let forMerging = WritingOptions(rawValue: 4)
        /// The item is replaced by another one. The access includes all items in it. If the item is moved while the access
        /// waits, the accessor gets the URL that was asked for.
        public static let forReplacing = WritingOptions(rawValue: 8)
        /// Only metadata is changed that has nothing to do with the content. Presenters are asked for nothing before.
        public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
    }
}
