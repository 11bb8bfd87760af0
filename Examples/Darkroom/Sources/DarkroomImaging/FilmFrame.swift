import CVips
import Foundation

/// The part of an upright picture that a recipe keeps, and how far it is rotated.
struct FilmFrame: Equatable {
    let degrees: Double
    /// In pixels of the upright picture.
    let left: Int
    let top: Int
    let width: Int
    let height: Int

    init(_ recipe: FilmRecipe, width: Int, height: Int) {
        degrees = recipe.straighten
        let radians = abs(degrees) * .pi / 180
        let (wide, high) = (Double(width), Double(height))
        // The largest rectangle of the same aspect ratio inside the rotated picture.
        let scale = min(
            wide / (wide * cos(radians) + high * sin(radians)), high / (wide * sin(radians) + high * cos(radians)))
        let inset = (x: wide * (1 - scale) / 2, y: high * (1 - scale) / 2)
        let crop = recipe.crop
        (left, self.width) = Self.pixels(
            from: inset.x + crop.x * wide * scale, length: crop.width * wide * scale, of: width)
        (top, self.height) = Self.pixels(
            from: inset.y + crop.y * high * scale, length: crop.height * high * scale, of: height)
    }

    /// The whole pixels inside a length, at least one.
    private static func pixels(from start: Double, length: Double, of count: Int) -> (first: Int, count: Int) {
        // Sums that should be whole numbers are almost.
        let first = min(Int((start - 1e-6).rounded(.up)), count - 1)
        let end = min(Int((start + length + 1e-6).rounded(.down)), count)
        return (first, max(end - first, 1))
    }

    /// Rotates and crops a picture.
    ///
    /// - Important: A picture can only be rotated if it is ``Picture/inAnyOrder(progress:)`` or in memory.
    func applied(to picture: borrowing Picture) throws(ImagingError) -> Picture {
        let (left, top, width, height) = (Int32(left), Int32(top), Int32(width), Int32(height))
        if degrees == 0 {
            return try picture.applying("crop the picture") { darkroom_vips_crop($0, $1, left, top, width, height) }
        }
        return try picture.applying("straighten the picture") {
            darkroom_vips_rotate($0, $1, degrees, left, top, width, height)
        }
    }
}
