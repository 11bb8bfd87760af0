public import Foundation
import OpenUniformTypeIdentifiers

/// A photograph or a video that is to be edited, with its last edit.
public struct EditablePhoto: Sendable {
    /// The file as it was before any edit. It is never changed.
    public var original: URL
    /// The result of the last edit; nil if the photograph was never edited.
    public var rendition: URL?
    /// The description of the last edit; nil if the photograph was never edited.
    public var adjustmentData: PhotoAdjustmentData?
    /// The file that the last edit was made from: nil for the original. It is an earlier rendition if an extension has
    /// edited the result of another one, whose adjustment data it did not understand.
    public var adjustmentBase: URL?
    /// When the photograph was taken; nil if it is not known.
    public var creationDate: Date?

    /// Creates a photograph that is to be edited. The files are not accessed.
    ///
    /// - Parameters:
    ///   - original: the file as it was before any edit.
    ///   - rendition: the result of the last edit.
    ///   - adjustmentData: the description of the last edit.
    ///   - adjustmentBase: the file that the last edit was made from; nil for the original.
    ///   - creationDate: when the photograph was taken.
    public init(
        original: URL, rendition: URL? = nil, adjustmentData: PhotoAdjustmentData? = nil, adjustmentBase: URL? = nil,
        creationDate: Date? = nil
    ) {
        self.original = original
        self.rendition = rendition
        self.adjustmentData = adjustmentData
        self.adjustmentBase = adjustmentBase
        self.creationDate = creationDate
    }

    /// What a photo editing extension can edit, by the names that its Info.plist uses (`PHSupportedMediaTypes`).
    public enum Media: String, Sendable, CaseIterable {
        case image = "Image"
        case video = "Video"
    }

    /// The type of a file by the extension of its name; an image if there is no such type.
    static func type(of file: URL) -> UTType {
        guard let type = UTType(filenameExtension: file.pathExtension), type.isDeclared else { return .image }
        return type
    }

    /// Whether it is a photograph or a video, by the type of the original.
    public var media: Media { Self.media(of: Self.type(of: original)) }

    static func media(of type: UTType) -> Media { type.conforms(to: .audiovisualContent) ? .video : .image }
}
