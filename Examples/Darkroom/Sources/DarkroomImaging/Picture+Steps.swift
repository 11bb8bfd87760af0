import CVips
import Foundation

extension Picture {
    /// The side of the squares in which a picture is kept that is not read from top to bottom, in pixels.
    static let tileSide = 128

    private var hasColoursOfScreen: Bool {
        vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB
            && vips_image_get_format(image) == VIPS_FORMAT_UCHAR
    }

    /// Makes it three bands of eight bits, red, green and blue; what is transparent becomes white.
    consuming func inRedGreenBlue() throws(ImagingError) -> Picture {
        var picture = self
        if !picture.hasColoursOfScreen {
            let hadThreeBands = vips_image_get_bands(picture.image) == 3
            picture = try picture.applying("convert the colours", darkroom_vips_to_srgb)
            if !hadThreeBands {
                // A profile for grey or for inks says nothing about red, green and blue.
                _ = vips_image_remove(picture.image, VIPS_META_ICC_NAME)
            }
        }
        if vips_image_hasalpha(picture.image) != 0 {
            picture = try picture.applying("lay the picture on white", darkroom_vips_flatten_onto_white)
        }
        return picture
    }

    /// Makes it red, green and blue as a screen without a colour profile shows it.
    consuming func asShown() throws(ImagingError) -> Picture {
        guard hasColourProfile else { return try inRedGreenBlue() }
        return try applying("convert the colours by their profile", darkroom_vips_apply_profile).inRedGreenBlue()
    }

    /// Copies the pixels to a temporary file, from which they can be read in any order with little memory. The file is
    /// deleted with the picture.
    ///
    /// - Important: Only for pictures in red, green and blue.
    func inAnyOrder(progress: EditProgress? = nil) throws(ImagingError) -> Picture {
        let file = FileManager.default.temporaryDirectory.appending(path: "darkroom-\(UUID().uuidString).tif")
        let path = file.path(percentEncoded: false)
        // As many as a slanted row of the picture has.
        let count = 4 * (1 + max(width, height) / Self.tileSide)
        guard watched(by: progress, { darkroom_vips_write_tiles($0, path, Int32(Self.tileSide)) }),
            let tiles = darkroom_vips_open_tiles(path, Int32(Self.tileSide), Int32(count), image)
        else {
            let failure = Self.failure("copy the picture to a temporary file")
            unlink(path)
            throw failure
        }
        return Picture(owning: tiles)
    }

    /// Turns and mirrors the pixels as the orientation tag says, and removes the tag.
    ///
    /// - Important: A picture that is turned has to be ``inAnyOrder(progress:)``.
    func upright() throws(ImagingError) -> Picture {
        try applying("turn the picture upright", darkroom_vips_upright)
    }
}
