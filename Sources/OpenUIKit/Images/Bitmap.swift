import Foundation
import OpenExtensionFoundation

/// Pixels, by rows of four bytes each: red, green, blue, and how opaque the pixel is.
struct Bitmap: Sendable {
    let width: Int
    let height: Int
    private(set) var pixels: Data
    /// Whether it is known that no pixel is transparent.
    private(set) var isOpaque: Bool

    init(width: Int, height: Int, pixels: Data, isOpaque: Bool) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    /// Transparent, or black.
    ///
    /// - Returns: nil when there is no memory for it.
    init?(width: Int, height: Int, isOpaque: Bool) {
        guard Self.hasRoom(width: width, height: height) else { return nil }
        self.init(width: width, height: height, pixels: Data(count: width * height * 4), isOpaque: isOpaque)
        if isOpaque { fill((0, 0, 0, 255), x: 0..<width, y: 0..<height) }
    }

    /// Whether this process may have the memory for all pixels at once; it would be ended if it took more than it may.
    static func hasRoom(width: Int, height: Int) -> Bool {
        let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, pixels <= EncodedImage.pixelLimit else { return false }
        return ProcessInfo.processInfo.availableMemory.map { UInt64(pixels) * 4 < $0 } ?? true
    }

    typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

    /// Lays a colour over a part of the pixels.
    mutating func fill(_ colour: Pixel, x columns: Range<Int>, y rows: Range<Int>) {
        let columns = columns.clamped(to: 0..<width)
        let width = width
        pixels.withUnsafeMutableBytes { pixels in
            for y in rows.clamped(to: 0..<height) {
                for x in columns { Self.lay(colour, over: pixels, at: (y * width + x) * 4) }
            }
        }
    }

    /// Whether no pixel is transparent.
    var hasNoTransparency: Bool {
        isOpaque
            || pixels.withUnsafeBytes { pixels in
                stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
            }
    }

    /// Lays other pixels over these; what lies outside is left out.
    mutating func draw(_ other: Bitmap, x left: Int, y top: Int) {
        let columns = (left..<left + other.width).clamped(to: 0..<width)
        guard !columns.isEmpty else { return }
        let width = width
        pixels.withUnsafeMutableBytes { pixels in
            other.pixels.withUnsafeBytes { source in
                for y in (top..<top + other.height).clamped(to: 0..<height) {
                    let from = ((y - top) * other.width + columns.lowerBound - left) * 4
                    let to = (y * width + columns.lowerBound) * 4
                    if other.isOpaque {
                        UnsafeMutableRawBufferPointer(rebasing: pixels[to..<to + columns.count * 4])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + columns.count * 4]))
                        continue
                    }
                    for step in stride(from: 0, to: columns.count * 4, by: 4) {
                        let place = from + step
                        let pixel = (source[place], source[place + 1], source[place + 2], source[place + 3])
                        Self.lay(pixel, over: pixels, at: to + step)
                    }
                }
            }
        }
    }

    /// "Over" of Porter and Duff, for colours that are not multiplied with how opaque they are.
    private static func lay(_ pixel: Pixel, over pixels: UnsafeMutableRawBufferPointer, at place: Int) {
        let alpha = Int(pixel.alpha)
        guard alpha > 0 else { return }
        let below = Int(pixels[place + 3]) * (255 - alpha) / 255
        let whole = alpha + below
        func mixed(_ above: UInt8, _ offset: Int) -> UInt8 {
            UInt8(clamping: (Int(above) * alpha + Int(pixels[place + offset]) * below + whole / 2) / whole)
        }
        let result = (mixed(pixel.red, 0), mixed(pixel.green, 1), mixed(pixel.blue, 2), UInt8(clamping: whole))
        (pixels[place], pixels[place + 1], pixels[place + 2], pixels[place + 3]) = result
    }
}
