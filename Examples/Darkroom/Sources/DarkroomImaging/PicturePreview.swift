import CVips
public import Foundation
import Synchronization

/// A small copy of a picture in memory, on which edits are shown while they are chosen.
public final class PicturePreview: Sendable {
    private struct Framed: ~Copyable {
        var frame: FilmFrame
        var picture: Picture
    }

    private let copy: Picture
    /// The copy as it was straightened and cropped last, because most steps change something else.
    private let framed: Mutex<Framed>

    /// Makes a small copy of the file of a picture of any format libvips reads.
    ///
    /// - Parameter longestSide: in pixels.
    /// - Parameter memory: The bytes that the work can take; nil for any number.
    /// - Throws: ``ImagingError``, as ``PictureEditing/edit(_:to:memory:progress:)`` does.
    public init(of file: URL, longestSide: Int, memory: UInt64? = nil) throws(ImagingError) {
        copy = try Picture.reading(file, longestSide: Int32(clamping: longestSide), memory: memory)
        let frame = FilmFrame(FilmRecipe(), width: copy.width, height: copy.height)
        framed = Mutex(Framed(frame: frame, picture: try frame.applied(to: copy)))
    }

    public var width: Int { copy.width }
    public var height: Int { copy.height }

    /// Draws the copy with an adjustment, as a JPEG.
    public func jpeg(_ adjustment: PictureAdjustment) throws(ImagingError) -> Data {
        try adjustment.applied(to: copy).previewJPEG()
    }

    /// Draws the copy with a recipe, as a JPEG.
    public func jpeg(_ recipe: FilmRecipe) throws(ImagingError) -> Data {
        let side = max(width, height)
        let frame = FilmFrame(recipe, width: width, height: height)
        return try framed.withLock { framed throws(ImagingError) in
            if framed.frame != frame {
                framed.picture = try frame.applied(to: copy).applying("draw the picture", darkroom_vips_to_memory)
                framed.frame = frame
            }
            return try recipe.developed(framed.picture, originalSide: side).previewJPEG()
        }
    }
}
