public import Foundation

/// A small copy of a picture in memory, on which edits are shown while they are chosen.
public final class PicturePreview: Sendable {
    private let copy: Picture

    /// Makes a small copy of the file of a picture of any format libvips reads.
    ///
    /// - Parameter longestSide: in pixels.
    /// - Parameter memory: The bytes that the work can take; nil for any number.
    /// - Throws: ``ImagingError``, as ``PictureEditing/edit(_:to:memory:progress:)`` does.
    public init(of file: URL, longestSide: Int, memory: UInt64? = nil) throws(ImagingError) {
        copy = try Picture.reading(file, longestSide: Int32(clamping: longestSide), memory: memory)
    }

    public var width: Int { copy.width }
    public var height: Int { copy.height }

    /// Draws the copy with an adjustment, as a JPEG.
    public func jpeg(_ adjustment: PictureAdjustment) throws(ImagingError) -> Data {
        try adjustment.applied(to: copy).previewJPEG()
    }
}
