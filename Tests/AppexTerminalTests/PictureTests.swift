import Foundation
import Testing

@testable import appex

@Suite struct PictureTests {
    private typealias Pixel = Picture.Pixel

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    private static let colours = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAd0lEQVR42rWPOxGDAADF0s/QpXesbEjgqgAJlYAEKuDdRQJT"
            + "ZyQgAQlIQAISSh3AQC5rhgAWWGGNDb6xxQ7FHgccccIZF1zxQrkF7PdKySFvvJrHk/3e/90xYhGrWMcmvmMbu2js4xDHOMU5"
            + "LnHNNv09ffpz8vQPsAoxX2td+cQAAAAASUVORK5CYII=")
    private static let transparent = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAYAAAC9vt6cAAAAhUlEQVR42sXQqw2AQBCE4eEhMCRYHCVQwnkMEomgAEpYOqAE"
            + "SqAEJJISoAM6gD8UcOYEm3xqk8nupJI9hSSPyLdPVDrLcslj8u1jlcQEiNSEvSANBKBCDYcWPUbYYJqxYMWGAydupN8pAZOo"
            + "+73EPbTEiwBUqOHQoscIuygRC1ZsOHDixgtgJlRaPKQRsAAAAABJRU5ErkJggg==")
    private static let bits = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAEAQAAAACvz4JBAAAADUlEQVR42mNY9YEBhgAl8AZpGgynXQAAAABJRU5ErkJggg==")
    private static let indexed = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAMAAACDKl70AAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRSTlP/AOW3MEoAAAAP"
            + "SURBVHjaY2BgZGJkgBMAAGMADY2Hoa0AAAAASUVORK5CYII=")
    /// A cat of 45 by 30 pixels, progressive.
    private static let progressive = bytes(
        "/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//"
            + "2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgAR"
            + "CAAeAC0DASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAQIDBAD/xAAXAQADAQAAAAAAAAAAAAAAAAAAAgMB/9oADAMB"
            + "AAIQAxAAAAEz4RsqDQHZN02UF6q2QumbWnVon//EAB0QAAICAwADAAAAAAAAAAAAAAECABEDEiETIjH/2gAIAQEAAQUCyL7m"
            + "zKgHX+eMQ3lJFTFsHdtcaWy6OIBahbjibBlCbRca1hhE6Iq1GGqKef/EABcRAAMBAAAAAAAAAAAAAAAAAAEQESD/2gAIAQMB"
            + "AT8BGKv/xAAYEQEBAAMAAAAAAAAAAAAAAAAAARAREv/aAAgBAgEBPwG4jTlH/8QAHxAAAQMEAwEAAAAAAAAAAAAAAAEQIQIR"
            + "EjEgUXFh/9oACAEBAAY/Avjw/VzExqFiSbGrkN4Um+EHoqq3/8QAHBAAAwACAwEAAAAAAAAAAAAAAAERITFBUWFx/9oACAEB"
            + "AAE/IZItDoaE8kjbgzLAbTR5DIttdAhIWmS2PNfwoFXQyGVmnHpMTfgLqNpjJVvMchG6ciXyh5bb9EUfoq1bG20ceZUW1Nvw"
            + "wYsQ/9oADAMBAAIAAwAAABDJQ+6hT//EABgRAAMBAQAAAAAAAAAAAAAAAAABETFB/9oACAEDAQE/EMHKNlhA2f/EABkRAAID"
            + "AQAAAAAAAAAAAAAAAAABEBEhUf/aAAgBAgEBPxB9jSNKzpiKj//EACIQAQEAAgICAAcAAAAAAAAAAAERACExUUFhcYGRscHR"
            + "8f/aAAgBAQABPxBk0AqDpesmYmOAxg1GCfP8YZ0rbvQf3EJpWv3j1PpgnUcNs6xokBdMp05ZDJUQRxL6uMC7iPPjGyMGKwya"
            + "qdwTJCK+MTXkIt++CZs9p4yuApT1MEMRODFKqNosIm5vOsNNB5MUuV7MC9DVD3x8MNAC7SZszEELn//Z")

    @Test func `each filter of a PNG file's rows is undone`() throws {
        let picture = try #require(Picture(png: Self.colours))
        #expect(picture.size == CellSize(width: 16, height: 10))
        var expected: [Pixel] = []
        for y in 0..<10 {
            for x in 0..<16 { expected.append(Pixel(red: UInt8(x * 16), green: UInt8(y * 25), blue: 128)) }
        }
        #expect(picture.pixels == expected)
        let clear = try #require(Picture(png: Self.transparent))
        #expect(clear.pixels[7 * 16 + 8] == Pixel(red: 128, green: 175, blue: 128, alpha: 0))
    }

    @Test func `a JPEG file that claims too many pixels is not decoded`() throws {
        var claim = Self.progressive
        let frame = try #require(claim.indices.dropLast().first { claim[$0] == 0xFF && claim[$0 + 1] == 0xC2 })
        #expect(Picture(jpeg: claim) != nil)
        claim.replaceSubrange(frame + 5..<frame + 9, with: [UInt8](repeating: 0xFF, count: 4))
        #expect(Picture(jpeg: claim) == nil)
    }

    @Test func `grey and indexed PNG files have their colours`() throws {
        let bits = try #require(Picture(png: Self.bits))
        #expect(bits.pixels.prefix(16).map(\.red) == [255, 0, 255, 0, 255, 0, 255, 0, 255, 255, 255, 255, 0, 0, 0, 0])
        let indexed = try #require(Picture(png: Self.indexed))
        #expect(
            Array(indexed.pixels.prefix(3)) == [
                Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 255, blue: 0, alpha: 0),
                Pixel(red: 0, green: 0, blue: 255),
            ])
    }

    /// The means of the colours, as another library has them.
    @Test(arguments: [
        ("chelsea", 57, 38, [147.7, 111.4, 86.8]), ("photographer", 64, 64, [129.1, 129.1, 129.1]),
        ("Hubble-Deep-Field", 125, 109, [18.7, 19.8, 19.1]), ("falcon-9", 80, 54, [41.6, 58.3, 81.7]),
    ])
    func `a photograph has its colours in an eighth of its size`(
        _ name: String, _ width: Int, _ height: Int, _ means: [Double]
    ) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Examples/Darkroom/Photos")
        let picture = try #require(Picture(jpeg: Array(try Data(contentsOf: folder.appending(path: name + ".jpg")))))
        #expect(picture.pixelSize == CellSize(width: width, height: height))
        let sums = picture.pixels.reduce(into: [0.0, 0, 0]) { sums, pixel in
            for (index, part) in [pixel.red, pixel.green, pixel.blue].enumerated() { sums[index] += Double(part) }
        }
        for (sum, mean) in zip(sums, means) { #expect(abs(sum / Double(picture.pixels.count) - mean) < 3) }
    }

    @Test func `a progressive photograph is read, too`() throws {
        let picture = try #require(Picture(jpeg: Self.progressive))
        #expect(picture.pixelSize == CellSize(width: 6, height: 4))
        let red = picture.pixels.reduce(0) { $0 + Int($1.red) } / picture.pixels.count
        #expect((130...165).contains(red))
    }

    /// The corner that is in the upper left of the file, and where it belongs.
    @Test(arguments: [(1, 0, 0), (2, 5, 0), (3, 5, 3), (4, 0, 3), (5, 0, 0), (6, 3, 0), (7, 3, 5), (8, 0, 5)])
    func `a photograph is shown as the camera was held`(_ orientation: UInt8, _ x: Int, _ y: Int) throws {
        let plain = try #require(Picture(jpeg: Self.progressive))
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let held = try #require(Picture(jpeg: [0xFF, 0xD8] + exif + Self.progressive.dropFirst(2)))
        #expect(held.pixelSize == (orientation > 4 ? CellSize(width: 4, height: 6) : plain.pixelSize))
        #expect(held.pixels[y * held.pixelSize.width + x] == plain.pixels[0])
    }

    @Test(arguments: [colours, indexed, progressive])
    func `whatever is done to a file, nothing traps`(_ bytes: [UInt8]) {
        var generator = SplitMix(seed: 11)
        for _ in 0..<300 {
            var broken = bytes
            for _ in 0..<3 {
                broken[Int.random(in: 2..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                broken = Array(broken.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            }
            for picture in [Picture(png: broken), Picture(jpeg: broken)].compactMap({ $0 }) {
                #expect(picture.pixels.count == picture.pixelSize.width * picture.pixelSize.height)
            }
        }
    }
}
