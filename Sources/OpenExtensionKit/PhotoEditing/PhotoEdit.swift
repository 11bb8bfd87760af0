public import Foundation
import OpenFoundation
public import OpenUniformTypeIdentifiers

/// The result of editing a photograph, after the host has checked it.
///
/// A host that keeps both parts, and the original, can let the user continue the edit later: see ``EditedPhoto``.
public struct PhotoEdit: Sendable {
    /// What was edited.
    public let photo: EditablePhoto
    /// The bundle identifier of the extension.
    public let extensionIdentifier: String
    /// The description of the edit.
    public let adjustmentData: PhotoAdjustmentData
    /// Whether the edit replaces the last one, from the same file. Otherwise it was made from the last rendition or, if
    /// there was none, from the original.
    public let continuesEdit: Bool
    /// The edited photograph: a temporary file of this process, which exists for as long as this value or a copy of it.
    public var rendition: URL { file.url }
    /// The type of the rendition, which its content has.
    public let contentType: UTType
    private let file: RenditionFile

    init(
        of photo: EditablePhoto, extensionIdentifier: String, adjustmentData: PhotoAdjustmentData, continuesEdit: Bool,
        contentType: UTType,
        file: RenditionFile
    ) {
        self.photo = photo
        self.extensionIdentifier = extensionIdentifier
        self.adjustmentData = adjustmentData
        self.continuesEdit = continuesEdit
        self.contentType = contentType
        self.file = file
    }
}

/// A copy of a rendition, which is removed when it is released.
final class RenditionFile: Sendable {
    private let file: TemporaryFile

    init(_ file: TemporaryFile) { self.file = file }

    var url: URL { file.url }

    deinit { file.remove() }
}
