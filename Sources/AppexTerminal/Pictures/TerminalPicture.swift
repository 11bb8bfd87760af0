/// A picture in as many pixels as a terminal can show.
struct TerminalPicture: Sendable {
    /// A pixel in eight bits of each colour, not multiplied by its opacity.
    struct Pixel: Equatable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
        var alpha: UInt8 = 255
    }

    /// The size of the upright picture in its own pixels.
    let size: CellSize
    /// The size in the pixels that are kept.
    let pixelSize: CellSize
    /// The pixels, row by row; empty for a picture that could not be decoded.
    let pixels: [Pixel]
}
