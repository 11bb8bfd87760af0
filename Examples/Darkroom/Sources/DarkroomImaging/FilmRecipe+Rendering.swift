import CVips
public import Foundation

extension FilmRecipe: PictureEditing {
    public var nameSuffix: String { "film" }

    /// The result is upright, and has the metadata of the original.
    public func edit(
        _ source: URL, to destination: URL, memory: UInt64? = nil, progress: EditProgress? = nil
    ) throws(ImagingError) {
        var picture = try Picture.reading(source, memory: memory).inRedGreenBlue()
        var writing = progress
        if picture.isTurned || straighten != 0 {
            // The pixels are computed twice: for the temporary file, and from it.
            picture = try picture.inAnyOrder(progress: Self.half(of: progress, from: 0))
            writing = Self.half(of: progress, from: 0.5)
        }
        picture = try picture.upright()
        let side = max(picture.width, picture.height)
        picture = try FilmFrame(self, width: picture.width, height: picture.height).applied(to: picture)
        try developed(picture, originalSide: side)
            .writeJPEG(to: destination, keepingMetadata: true, progress: writing)
    }

    private static func half(of progress: EditProgress?, from start: Double) -> EditProgress? {
        guard let progress else { return nil }
        return { progress(start + $0 / 2) }
    }

    /// Applies look and grain to a picture that has been straightened and cropped.
    func developed(_ framed: borrowing Picture, originalSide: Int) throws(ImagingError) -> Picture {
        var picture = try framed.applying("copy the picture") { darkroom_vips_copy($0, $1, nil) }
        if look != .standard, strength > 0 {
            let matrix = look.tones.matrix(strength: strength)
            let table = look.tones.table(strength: strength)
            picture = try picture.applying("mix the colours") { darkroom_vips_recombine($0, $1, matrix) }
                .applying("apply the look") { darkroom_vips_look_up($0, $1, table, Int32(table.count / 3)) }
        }
        if grain > 0 {
            picture = try FilmGrain.added(to: picture, amount: grain, originalSide: originalSide)
        }
        return picture
    }
}
