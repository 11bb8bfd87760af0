/// The size and orientation that the header of a picture's file states.
package struct PictureHeader: Sendable, Equatable {
    /// The width of the stored picture in pixels, before its orientation is applied.
    package var width: Int
    /// The height of the stored picture in pixels, before its orientation is applied.
    package var height: Int
    /// The orientation as in EXIF, from 1 to 8. 1 is upright, and any other number counts as 1.
    package var orientation: Int

    /// Creates a header.
    package init(width: Int, height: Int, orientation: Int) {
        self.width = width
        self.height = height
        self.orientation = orientation
    }
}
