import CVips
import Foundation
import Testing

@testable import DarkroomImaging

@Suite struct PictureEditTests {
    let photo: Data

    init() throws {
        photo = try Data(contentsOf: Self.folder.appending(path: "Photos/falcon-9.jpg"))
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `sepia keeps the size and the metadata`() throws {
        let before = try Sample(photo)
        let after = try Sample(try PictureEdit.sepia.edited(photo))
        #expect(after.width == before.width && after.height == before.height)
        #expect(after.fields.contains("exif-data") && after.fields.contains("xmp-data"))
    }

    @Test func `sepia makes every pixel brown by the published matrix`() throws {
        let before = try Sample(photo)
        let after = try Sample(try PictureEdit.sepia.edited(photo))
        var furthest = 0
        for index in stride(from: 0, to: before.pixels.count, by: 3 * 997) {
            let (red, green, blue) = before.colour(at: index)
            let wanted = [
                0.393 * red + 0.769 * green + 0.189 * blue,
                0.349 * red + 0.686 * green + 0.168 * blue,
                0.272 * red + 0.534 * green + 0.131 * blue,
            ].map { Int(min(255, $0)) }
            for band in 0..<3 {
                furthest = max(furthest, abs(Int(after.pixels[index + band]) - wanted[band]))
            }
        }
        // JPEG is not exact; the sky of the photograph before is over 60 levels bluer than red.
        #expect(furthest < 24)
        #expect(after.mean[0] > after.mean[1] && after.mean[1] > after.mean[2])
        #expect(before.mean[0] < before.mean[2])
    }

    @Test func `stripping removes every field and keeps the picture`() throws {
        let before = try Sample(photo)
        #expect(before.fields.contains { $0.hasPrefix("exif-ifd3-GPSLatitude") })
        let stripped = try PictureEdit.strippingMetadata.edited(photo)
        let after = try Sample(stripped)
        #expect(after.fields.filter { $0.hasPrefix("exif") || $0.hasPrefix("xmp") || $0.hasPrefix("icc") } == [])
        #expect(stripped.range(of: Data("Cape Canaveral".utf8)) == nil)
        #expect(after.width == before.width && after.height == before.height)
        #expect(after.meanDifference(from: before) < 1.0)
    }

    @Test func `stripping turns the picture as its orientation tag said`() throws {
        let turned = try Sample.encode(photo) { vips_image_set_int($0, "orientation", 6) }
        let before = try Sample(photo)
        let after = try Sample(try PictureEdit.strippingMetadata.edited(turned))
        #expect(after.width == before.height && after.height == before.width)
        #expect(!after.fields.contains("orientation"))
        // Orientation 6 says: the first row of the file is the right-hand side of the picture.
        let topLeft = before.colour(column: 0, row: 0)
        let topRight = after.colour(column: after.width - 1, row: 0)
        #expect(abs(topLeft.0 - topRight.0) < 16 && abs(topLeft.2 - topRight.2) < 16)
    }

    @Test func `stripping converts colours by the profile it removes`() throws {
        let wide = try Sample.encode(photo, profile: "p3")
        #expect(try Sample(wide).fields.contains("icc-profile-data"))
        let after = try Sample(try PictureEdit.strippingMetadata.edited(wide))
        #expect(!after.fields.contains("icc-profile-data"))
        #expect(after.meanDifference(from: try Sample(photo)) < 4.0)
    }

    @Test(arguments: PictureEdit.allCases)
    func `a transparent PNG becomes an opaque JPEG`(edit: PictureEdit) throws {
        let png = try #require(Data(base64Encoded: Self.transparentPixel))
        let after = try Sample(try edit.edited(png))
        #expect(after.width == 1 && after.height == 1 && after.bands == 3)
        #expect(after.pixels.allSatisfy { $0 > 200 })
    }

    @Test(arguments: PictureEdit.allCases)
    func `what is not a picture is refused with the reason`(edit: PictureEdit) {
        #expect(throws: ImagingError.unreadable(reason: "it is empty")) { try edit.edited(Data()) }
        let error = #expect(throws: ImagingError.self) { try edit.edited(Data("Dear diary, no picture here.".utf8)) }
        #expect(error?.description.contains("not a picture that can be read") == true)
    }

    @Test(arguments: PictureEdit.allCases)
    func `half a photograph is refused`(edit: PictureEdit) {
        let error = #expect(throws: ImagingError.self) { try edit.edited(photo.prefix(photo.count / 2)) }
        guard case .unreadable = error else {
            Issue.record("expected an unreadable picture, got \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("beach.heic", "beach-sepia.jpg"), ("a.b.jpg", "a.b-sepia.jpg"), ("beach", "beach-sepia.jpg"),
        (nil, "photo-sepia.jpg"), ("", "photo-sepia.jpg"),
    ])
    func `the result is named after the original`(original: String?, expected: String) {
        #expect(PictureEdit.sepia.resultName(for: original) == expected)
    }

    /// A PNG of one wholly transparent pixel.
    private static let transparentPixel = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=
        """
}
