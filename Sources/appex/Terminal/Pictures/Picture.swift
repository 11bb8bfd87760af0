/// A picture in as many pixels as a terminal can show.
struct Picture: Sendable {
    struct Pixel: Equatable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
        var alpha: UInt8 = 255
    }

    /// Of the file, in its own pixels.
    let size: CellSize
    /// Of what is kept of them.
    let pixelSize: CellSize
    /// Row by row; none for a picture that could not be decoded.
    let pixels: [Pixel]

    init(size: CellSize, pixelSize: CellSize, pixels: [Pixel]) {
        self.size = size
        self.pixelSize = pixelSize
        self.pixels = pixels
    }

    /// Some 300 pixels at each side are more than any terminal shows.
    static func shrinking(_ size: CellSize) -> Int { max(1, max(size.width, size.height) / 320) }

    /// One of every so many pixels at each side.
    init(shrink: Int, of size: CellSize, pixels: [Pixel]) {
        self.init(
            size: size,
            pixelSize: CellSize(width: (size.width + shrink - 1) / shrink, height: (size.height + shrink - 1) / shrink),
            pixels: pixels)
    }
}
