import AppexProtocol
public import Foundation

/// The description of an edit (`PHAdjustmentData`), as a host keeps it beside the photograph.
///
/// Only extensions understand the data. A host that keeps this description and the original can let the user continue or
/// revert the edit later.
///
/// Source: https://developer.apple.com/documentation/photokit/phadjustmentdata
public struct PhotoAdjustmentData: Sendable, Hashable {
    /// The identifier of the format, such as `org.example.Film`.
    public let formatIdentifier: String
    /// The version of the format.
    public let formatVersion: String
    /// The data, in a format that only the extension knows.
    public let data: Data

    /// The maximum size of the data, in bytes.
    public static let dataLimit = PhotoInterface.adjustmentBytes
    /// The maximum size of the identifier and of the version of a format, in bytes.
    public static let formatLimit = PhotoInterface.formatBytes

    /// Creates a description of an edit.
    ///
    /// - Throws: ``PhotoEditingError/Code/noAdjustmentData`` if the data or the format's identifier are empty;
    ///   ``PhotoEditingError/Code/adjustmentDataTooLarge`` if the data have more than ``dataLimit`` bytes or the
    ///   identifier or the version more than ``formatLimit``.
    public init(formatIdentifier: String, formatVersion: String, data: Data) throws(PhotoEditingError) {
        guard !data.isEmpty, !formatIdentifier.isEmpty else {
            throw PhotoEditingError(
                .noAdjustmentData,
                "The edit is described by empty adjustment data, so it could not be continued; nothing was changed.")
        }
        guard data.count <= Self.dataLimit else {
            throw PhotoEditingError(
                .adjustmentDataTooLarge,
                "The adjustment data of the edit have \(data.count) bytes, and at most \(Self.dataLimit) are kept; nothing was changed."
            )
        }
        guard formatIdentifier.utf8.count <= Self.formatLimit, formatVersion.utf8.count <= Self.formatLimit else {
            throw PhotoEditingError(
                .adjustmentDataTooLarge,
                "The identifier or the version of the format of the adjustment data has more than \(Self.formatLimit) bytes; nothing was changed."
            )
        }
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }

    /// Checks a description that an extension has sent.
    init(_ adjustment: PhotoInterface.Adjustment) throws(PhotoEditingError) {
        try self.init(
            formatIdentifier: adjustment.formatIdentifier, formatVersion: adjustment.formatVersion,
            data: Data(adjustment.data))
    }

    /// The description on the wire.
    var adjustment: PhotoInterface.Adjustment {
        PhotoInterface.Adjustment(
            formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: [UInt8](data))
    }
}
