import AppexDecoding
import AppexSystem
import Foundation
import OpenFoundation
import Synchronization
import Testing

@testable import AppexTerminal

/// Pictures of extensions, which the decoder reads in a size that a terminal can show.
@Suite struct PictureTests {
    private typealias Pixel = TerminalPicture.Pixel

    private static func bytes(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }

    private static let colours = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAd0lEQVR42rWPOxGDAADF0s/QpXesbEjgqgAJlYAEKuDdRQJT"
            + "ZyQgAQlIQAISSh3AQC5rhgAWWGGNDb6xxQ7FHgccccIZF1zxQrkF7PdKySFvvJrHk/3e/90xYhGrWMcmvmMbu2js4xDHOMU5"
            + "LnHNNv09ffpz8vQPsAoxX2td+cQAAAAASUVORK5CYII=")
    private static let transparent = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAYAAAC9vt6cAAAAhUlEQVR42sXQqw2AQBCE4eEhMCRYHCVQwnkMEomgAEpYOqAE"
            + "SqAEJJISoAM6gD8UcOYEm3xqk8nupJI9hSSPyLdPVDrLcslj8u1jlcQEiNSEvSANBKBCDYcWPUbYYJqxYMWGAydupN8pAZOo"
            + "+73EPbTEiwBUqOHQoscIuygRC1ZsOHDixgtgJlRaPKQRsAAAAABJRU5ErkJggg==")
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

    @Test func `a picture has its colours`() async throws {
        let picture = try #require(await TerminalPicture.decoded(Self.colours, by: LocalDecoder()))
        #expect(picture.size == CellSize(width: 16, height: 10))
        #expect(picture.pixelSize == picture.size)
        var expected: [Pixel] = []
        for y in 0..<10 {
            for x in 0..<16 { expected.append(Pixel(red: UInt8(x * 16), green: UInt8(y * 25), blue: 128)) }
        }
        #expect(picture.pixels == expected)
        let clear = try #require(await TerminalPicture.decoded(Self.transparent, by: LocalDecoder()))
        #expect(clear.pixels[7 * 16 + 8].alpha == 0)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
    func `a photograph is shown upright`(_ orientation: UInt8) async throws {
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let file = Data([0xFF, 0xD8] + exif) + Self.progressive.dropFirst(2)
        let picture = try #require(await TerminalPicture.decoded(file, by: LocalDecoder()))
        #expect(picture.size == (orientation > 4 ? CellSize(width: 30, height: 45) : CellSize(width: 45, height: 30)))
        #expect(picture.pixels.count == 45 * 30)
    }

    @Test func `a broken picture is not shown`() async {
        for file in [Data(), Data([0]), Self.colours.prefix(60), Self.progressive.prefix(200)] {
            #expect(await TerminalPicture.decoded(file, by: LocalDecoder()) == nil)
        }
    }

    /// libvips with several threads lost the error of most of these pictures, and of one in a hundred alone.
    @Test func `truncated pictures are not shown, however many are decoded at once`() async {
        let count = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    var count = 0
                    for _ in 0..<50
                    where await TerminalPicture.decoded(Self.colours.prefix(60), by: LocalDecoder()) != nil {
                        count += 1
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 0)
    }

    @Test(arguments: [
        (1, 1, 1, 1), (320, 320, 320, 320), (321, 1, 320, 1), (640, 480, 320, 240), (30_000, 2, 320, 1),
        (65_535, 65_535, 320, 320),
    ])
    func `no more pixels are decoded than a terminal shows`(
        _ width: Int, _ height: Int, _ shownWidth: Int, _ shownHeight: Int
    ) async throws {
        let decoder = FakeDecoder(PictureHeader(width: width, height: height, orientation: 1))
        let picture = try #require(await TerminalPicture.decoded(Data([1]), by: decoder))
        #expect(picture.size == CellSize(width: width, height: height))
        #expect(picture.pixelSize == CellSize(width: shownWidth, height: shownHeight))
        #expect(picture.pixels.count == shownWidth * shownHeight)
        #expect(decoder.sizes == [picture.pixelSize])
    }

    @Test func `a picture whose helper is killed is decoded by the next one, and given up the second time`() async {
        let header = PictureHeader(width: 2, height: 2, orientation: 1)
        let once = FakeDecoder(header, failures: [.ended("killed")])
        #expect(await TerminalPicture.decoded(Data([1]), by: once)?.pixels.count == 4)
        let twice = FakeDecoder(header, failures: [.ended("killed"), .ended("killed"), .ended("killed")])
        #expect(await TerminalPicture.decoded(Data([1]), by: twice) == nil)
        #expect(twice.sizes.count == 2)
        // Again it would take as long.
        let slow = FakeDecoder(header, failures: [.timedOut(after: .seconds(10))])
        #expect(await TerminalPicture.decoded(Data([1]), by: slow) == nil)
        #expect(slow.sizes.count == 1)
    }

    @Test func `a decoder that returns fewer pixels than were asked for shows nothing`() async {
        let decoder = FakeDecoder(PictureHeader(width: 2, height: 2, orientation: 1), missing: 1)
        #expect(await TerminalPicture.decoded(Data([1]), by: decoder) == nil)
    }
}

/// Decodes every picture to black pixels, after some failures.
private final class FakeDecoder: ContentDecoder {
    private let header: PictureHeader
    private let missing: Int
    private let state: Mutex<(failures: [DecoderError], sizes: [CellSize])>

    init(_ header: PictureHeader, failures: [DecoderError] = [], missing: Int = 0) {
        self.header = header
        self.missing = missing
        state = Mutex((failures, []))
    }

    /// The sizes that were asked for.
    var sizes: [CellSize] { state.withLock { $0.sizes } }

    func prepare() {}

    func header(of picture: Data) throws(DecoderError) -> PictureHeader? { header }

    func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels? {
        let failure = state.withLock { state in
            state.sizes.append(CellSize(width: width, height: height))
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
        return DecodedPixels(pixels: Data(count: width * height * 4 - missing), isOpaque: true)
    }

    func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data? { nil }

    func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries { throw DecoderError.cancelled }
}
