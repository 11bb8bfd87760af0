import CVips
import Foundation

@testable import DarkroomImaging

/// A picture whose quarters are red, green, blue and white.
struct Quadrants {
    let width: Int
    let height: Int
    private let pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        var pixels = [UInt8](repeating: 255, count: width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let start = (row * width + column) * 3
                switch (2 * row < height, 2 * column < width) {
                case (true, true): (pixels[start + 1], pixels[start + 2]) = (0, 0)
                case (true, false): (pixels[start], pixels[start + 2]) = (0, 0)
                case (false, true): (pixels[start], pixels[start + 1]) = (0, 0)
                case (false, false): break
                }
            }
        }
        self.pixels = pixels
    }

    /// A picture of one grey.
    init(width: Int, height: Int, plain value: UInt8) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: value, count: width * height * 3)
    }

    /// - Parameter name: the extension of the format, and its options in brackets.
    func encoded(
        as name: String, in space: VipsInterpretation = VIPS_INTERPRETATION_sRGB, alpha: Double? = nil,
        change: (UnsafeMutablePointer<VipsImage>) -> Void = { _ in }
    ) throws -> Data {
        guard Picture.isLibraryReady,
            let memory = pixels.withUnsafeBytes({ bytes in
                vips_image_new_from_memory_copy(
                    bytes.baseAddress, bytes.count, Int32(width), Int32(height), 3, VIPS_FORMAT_UCHAR)
            })
        else { throw Sample.Unreadable() }
        var picture = try Picture(owning: memory).applying("convert") { darkroom_vips_convert($0, $1, space) }
        if let alpha { picture = try picture.applying("add alpha") { darkroom_vips_add_alpha($0, $1, alpha) } }
        picture = try picture.applying("copy") { darkroom_vips_copy($0, $1, nil) }
        change(picture.image)
        return try Sample.write(picture.image, as: name)
    }
}

extension Quadrants {
    /// A JPEG whose EXIF segment contains a small JPEG of the same picture.
    func withThumbnail() throws -> Data {
        let small = try Quadrants(width: 16, height: 16).encoded(as: "jpg[strip]")
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            bytes(tag, 2) + bytes(type, 2) + bytes(1, 4) + bytes(value, 4)
        }
        // A TIFF header, a first folder with the orientation, and a second one that says where the small JPEG is.
        var tiff = Array("II".utf8) + bytes(42, 2) + bytes(8, 4)
        tiff += bytes(1, 2) + entry(0x0112, 3, 1) + bytes(26, 4)
        tiff += bytes(3, 2) + entry(0x0103, 3, 6) + entry(0x0201, 4, 68) + entry(0x0202, 4, small.count) + bytes(0, 4)
        let segment = Array("Exif".utf8) + [0, 0] + tiff + small
        let whole = try encoded(as: "jpg[strip]")
        let length = segment.count + 2
        return whole.prefix(2) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + segment + whole.dropFirst(2)
    }
}

extension Sample {
    /// The colours near the corners: top left, top right, bottom left, bottom right.
    var corners: [(Double, Double, Double)] {
        let (x, y) = (width / 8, height / 8)
        return [(x, y), (width - 1 - x, y), (x, height - 1 - y), (width - 1 - x, height - 1 - y)]
            .map { colour(column: $0, row: $1) }
    }

    /// The colours near the corners: R, G, B or W, and ? for another one.
    var names: String {
        corners.reduce(into: "") { names, colour in
            switch (colour.0 > 150, colour.1 > 150, colour.2 > 150) {
            case (true, false, false): names += "R"
            case (false, true, false): names += "G"
            case (false, false, true): names += "B"
            case (true, true, true): names += "W"
            default: names += "?"
            }
        }
    }
}
