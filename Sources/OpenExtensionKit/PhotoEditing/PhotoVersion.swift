public import Foundation

/// A version of a photograph: the result of one edit, as it is kept on disk. See ``EditedPhoto``.
public struct PhotoVersion: Sendable {
    /// The number of the version, from 1. The number of a version that was removed is never used again.
    public let number: Int
    /// The bundle identifier of the extension that made the edit.
    public let extensionIdentifier: String
    /// When the edit was kept.
    public let date: Date
    /// The description of the edit; nil if it cannot be continued, for example because the extension belongs to a point
    /// that has no adjustment data.
    public let adjustmentData: PhotoAdjustmentData?
    /// The file with the edited photograph. It exists until the version is removed.
    public let rendition: URL
    /// The number of the version from whose rendition the edit was made; nil for the original, or for a version that was
    /// removed because there were more than ``EditedPhoto/versionLimit``.
    public let base: Int?
}
