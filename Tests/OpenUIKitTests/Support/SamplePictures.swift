import Foundation
@testable import OpenUIKit
import Testing

/// Pictures that tests read.
enum SamplePictures {
    /// 4 x 2 pixels: red and green above, blue and white below, in squares of two by one.
    static var quarters: UIImage {
        var bitmap = Bitmap(width: 4, height: 2, pixels: Data(count: 32), isOpaque: true)
        bitmap.fill(Colour.red, x: 0..<2, y: 0..<1)
        bitmap.fill(Colour.green, x: 2..<4, y: 0..<1)
        bitmap.fill(Colour.blue, x: 0..<2, y: 1..<2)
        bitmap.fill(Colour.white, x: 2..<4, y: 1..<2)
        return UIImage(.bitmap(bitmap), scale: 1)
    }

    /// A photograph of one colour.
    static func jpeg(width: Int, height: Int, _ colour: Bitmap.Pixel = Colour.red) throws -> Data {
        var bitmap = try #require(Bitmap(width: width, height: height, isOpaque: true))
        bitmap.fill(colour, x: 0..<width, y: 0..<height)
        return try #require(UIImage(.bitmap(bitmap), scale: 1).jpegData(compressionQuality: 1))
    }

    /// The first half of a photograph's file.
    static var halfJPEG: Data {
        get throws {
            let whole = try #require(noise(width: 64, height: 64).jpegData(compressionQuality: 0.5))
            return whole.prefix(whole.count / 2)
        }
    }

    /// A picture that hardly compresses.
    static func noise(width: Int, height: Int) -> UIImage {
        var state: UInt64 = 7
        var pixels = Data(count: width * height * 4)
        pixels.withUnsafeMutableBytes { bytes in
            for index in bytes.indices {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: state >> 56)
            }
        }
        return UIImage(.bitmap(Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)), scale: 1)
    }

    /// A JPEG file with a segment of remarks behind its first mark.
    static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: Data) -> Data {
        let length = content.count + 2
        return jpeg.prefix(2) + Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content)
            + jpeg.dropFirst(2)
    }

    /// The notes of a camera: an orientation, in the byte order of the camera's maker, and where it was.
    static func exif(orientation: UInt8, isLittle: Bool = true) -> [UInt8] {
        let header: [UInt8] =
            isLittle
            ? Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            : Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        return Array("Exif\0\0".utf8) + header + [0, 0, 0, 0] + Array("52.5N 13.4E".utf8)
    }

    /// Files of one colour in other formats and colour spaces, with their size and colour.
    static let others: [(name: String, base64: String, width: CGFloat, colour: Bitmap.Pixel)] = [
        (
            "grey PNG",
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWNoaGBoaAAABgYCAduBUIEAAAAASUVORK5CYII=",
            2, (128, 128, 128, 255)
        ),
        (
            "PNG of 16 bits",
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACEAIAAABChi0OAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4/58BCJBJBkwhAPsqC/Xcixx7AAAAAElFTkSuQmCC",
            3, Colour.red
        ),
        (
            "JPEG of printers' inks",
            "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0NB8nOT04MjwuMzQy/8AAFAgAAgACBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD3+kr5/r3+v//Z",
            2, (255, 136, 0, 255)
        ),
        (
            "WebP",
            "UklGRvAAAABXRUJQVlA4WAoAAAAIAAAAAgAAAQAAVlA4TA8AAAAvAkAAAAfQ/4j+ByKi/wEARVhJRroAAABFeGlmAABJSSoACAAAAAYAEgEDAAEAAAABAAAAGgEFAAEAAABWAAAAGwEFAAEAAABeAAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAABmAAAAAAAAADhjAADoAwAAOGMAAOgDAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAAwAAAAOgBAABAAAAAgAAAAAAAAA=",
            3, Colour.green
        ),
        (
            "TIFF",
            "SUkqABQAAACAP8AQOCQOBQWCQEAQAAABAwABAAAAAwAAAAEBAwABAAAAAgAAAAIBAwADAAAA6gAAAAMBAwABAAAABQAAAAYBAwABAAAAAgAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAwAAABYBAwABAAAAgAAAABcBBAABAAAADAAAABoBBQABAAAA2gAAABsBBQABAAAA4gAAABwBAwABAAAAAQAAACgBAwABAAAAAwAAAD0BAwABAAAAAgAAAFMBAwADAAAA8AAAAAAAAAAKAAAAAQAAAAoAAAABAAAACAAIAAgAAQABAAEA",
            3, Colour.red
        ),
        (
            "AVIF",
            "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAIAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAQAAAACAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAAChtZGF0EgAKCBgMv7BAgIGhMhIQAAAAF4loo+53QtGDp9uK2+A=",
            16, Colour.red
        ),
    ]
}

enum Colour {
    static let red: Bitmap.Pixel = (255, 0, 0, 255)
    static let green: Bitmap.Pixel = (0, 255, 0, 255)
    static let blue: Bitmap.Pixel = (0, 0, 255, 255)
    static let white: Bitmap.Pixel = (255, 255, 255, 255)
    static let black: Bitmap.Pixel = (0, 0, 0, 255)
    static let clear: Bitmap.Pixel = (0, 0, 0, 0)
}

extension UIImage {
    /// Whether a pixel has a colour, give or take what JPEG takes away.
    func has(_ colour: Bitmap.Pixel, x: Int, y: Int, within tolerance: Int = 0) -> Bool {
        guard let size = pixelSize, let bitmap = bitmap(width: size.width, height: size.height),
            x < size.width, y < size.height
        else { return false }
        let start = bitmap.pixels.startIndex + (y * size.width + x) * 4
        let pixel = bitmap.pixels[start..<start + 4].map { Int($0) }
        let wanted = [colour.red, colour.green, colour.blue, colour.alpha].map { Int($0) }
        return zip(pixel, wanted).allSatisfy { abs($0 - $1) <= tolerance }
    }
}

extension Data {
    func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
