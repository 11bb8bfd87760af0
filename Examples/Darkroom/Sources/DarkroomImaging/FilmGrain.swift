import CVips

/// The grain of a film, which is a fixed pattern.
enum FilmGrain {
    /// The standard deviation of the strongest grain, of values from 0 to 255.
    private static let strongest = 18.0
    /// The size of a picture whose pixels are as large as a grain. In a larger picture grains are as much larger, so that
    /// a small copy of it looks alike.
    private static let referenceSide = 960.0
    private static let side: Int32 = 512
    private static let softness = 0.6

    private static let pattern: Picture? =
        Picture.isLibraryReady ? darkroom_vips_noise(side, softness).map { Picture(owning: $0) } : nil

    /// Adds grain to a picture.
    ///
    /// - Parameter amount: from 0 to 1.
    /// - Parameter originalSide: the longest side of the picture before it was cropped, in pixels.
    static func added(
        to picture: borrowing Picture, amount: Double, originalSide: Int
    ) throws(ImagingError) -> Picture {
        let scale = max(1, Double(originalSide) / referenceSide)
        return try picture.applying("add grain") { image, result in
            switch pattern {
            case nil: -1
            case let pattern?: darkroom_vips_add_noise(image, result, pattern.image, amount * strongest, scale)
            }
        }
    }
}
