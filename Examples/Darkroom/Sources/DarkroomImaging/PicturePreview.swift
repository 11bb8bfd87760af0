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

    /// Starts libvips on another thread, so that the first preview need not wait for it. Returns at once.
    public static func prepare() {
        DispatchQueue.global(qos: .userInitiated).async { _ = Picture.isLibraryReady }
    }

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

    /// How bright the part is that a crop removes, of 1.
    private static let removedBrightness = 0.35

    /// Draws the copy with a recipe, as a JPEG.
    ///
    /// - Parameter showingCrop: whether the whole straightened picture is drawn, with what the crop removes in dark.
    public func jpeg(_ recipe: FilmRecipe, showingCrop: Bool = false) throws(ImagingError) -> Data {
        let side = max(width, height)
        let kept = FilmFrame(recipe, width: width, height: height)
        var whole = recipe
        if showingCrop { whole.crop = .all }
        let frame = showingCrop ? FilmFrame(whole, width: width, height: height) : kept
        return try framed.withLock { framed throws(ImagingError) in
            if framed.frame != frame {
                framed.picture = try frame.applied(to: copy).applying("draw the picture", darkroom_vips_to_memory)
                framed.frame = frame
            }
            let picture = try recipe.developed(framed.picture, originalSide: side)
            guard showingCrop, kept != frame else { return try picture.previewJPEG() }
            let (left, top) = (Int32(kept.left - frame.left), Int32(kept.top - frame.top))
            let (width, height) = (Int32(kept.width), Int32(kept.height))
            let part = try picture.applying("crop the picture") { darkroom_vips_crop($0, $1, left, top, width, height) }
            return try picture.applying("darken the picture") {
                darkroom_vips_darken($0, $1, Self.removedBrightness)
            }.applying("show the crop") { darkroom_vips_insert($0, $1, part.image, left, top) }.previewJPEG()
        }
    }
}
