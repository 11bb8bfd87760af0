/// What the header of a picture's file says.
package struct PictureHeader: Sendable, Equatable {
    /// Pixels as they lie in the file.
    package var width: Int
    package var height: Int
    /// As EXIF counts: 1 is upright.
    package var orientation: Int

    /// - Parameter orientation: from 1 to 8; whoever uses it treats every other number as 1.
    package init(width: Int, height: Int, orientation: Int) {
        self.width = width
        self.height = height
        self.orientation = orientation
    }
}
