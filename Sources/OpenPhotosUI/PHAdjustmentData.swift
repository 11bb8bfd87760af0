import AppexProtocol
public import Foundation

/// The description of an edit, from which an extension that understands it can go on.
///
/// Source: https://developer.apple.com/documentation/photokit/phadjustmentdata
public final class PHAdjustmentData: NSObject, Sendable {
    /// The identifier of the format, in the style of a bundle identifier.
    public let formatIdentifier: String
    /// The version of the format.
    public let formatVersion: String
    /// The data: everything that is needed to make the edit again from the original.
    public let data: Data

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - formatIdentifier: the identifier of the format; at most 256 bytes of UTF-8.
    ///   - formatVersion: the version of the format; at most 256 bytes of UTF-8.
    ///   - data: the data, in a format of the extension's choice. A host refuses an edit whose data are empty or have
    ///     more than 2 MiB.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }

    convenience init(_ adjustment: PhotoInterface.Adjustment) {
        self.init(
            formatIdentifier: adjustment.formatIdentifier, formatVersion: adjustment.formatVersion,
            data: Data(adjustment.data))
    }

    /// The description on the wire.
    var adjustment: PhotoInterface.Adjustment {
        PhotoInterface.Adjustment(
            formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: [UInt8](data))
    }
}
