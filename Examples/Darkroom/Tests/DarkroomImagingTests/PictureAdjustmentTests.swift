import CVips
import Foundation
import Synchronization
import Testing

@testable import DarkroomImaging

@Suite struct PictureAdjustmentTests {
    private static let photos = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Photos")
    private let photo: Data

    init() throws {
        photo = try Data(contentsOf: Self.photos.appending(path: "falcon-9.jpg"))
    }

    /// How far the values of a picture are from their mean, on average: what contrast is.
    private func spread(_ sample: Sample) -> Double {
        let mean = sample.mean.reduce(0, +) / Double(sample.bands)
        return sample.pixels.reduce(0) { $0 + abs(Double($1) - mean) } / Double(sample.pixels.count)
    }

    /// How far the colours of a picture are from grey, on average.
    private func colourfulness(_ sample: Sample) -> Double {
        let count = sample.width * sample.height
        let sum = (0..<count).reduce(0.0) { sum, index in
            let (red, green, blue) = sample.colour(at: 3 * index)
            return sum + max(red, green, blue) - min(red, green, blue)
        }
        return sum / Double(count)
    }

    @Test func `no adjustment leaves the picture and what it says as they are`() throws {
        let before = try Sample(photo)
        let after = try Sample(PictureAdjustment().edited(photo))
        #expect(after.meanDifference(from: before) < 1.0)
        #expect(after.fields.contains("exif-data") && after.fields.contains("xmp-data"))
    }

    @Test func `brightness changes the light, both ways`() throws {
        let before = try Sample(photo).mean
        let brighter = try Sample(PictureAdjustment(brightness: 0.4).edited(photo)).mean
        let darker = try Sample(PictureAdjustment(brightness: -0.4).edited(photo)).mean
        #expect(zip(brighter, before).allSatisfy { $0 > $1 + 20 })
        #expect(zip(darker, before).allSatisfy { $0 < $1 - 20 })
    }

    @Test func `contrast moves values away from the middle, or towards it`() throws {
        // A picture of middle tones, of which little becomes black or white.
        let photo = try Data(contentsOf: Self.photos.appending(path: "chelsea.jpg"))
        let before = spread(try Sample(photo))
        #expect(spread(try Sample(PictureAdjustment(contrast: 0.5).edited(photo))) > before * 1.2)
        #expect(spread(try Sample(PictureAdjustment(contrast: -0.5).edited(photo))) < before * 0.8)
    }

    @Test func `saturation changes colours and not the light, down to grey`() throws {
        let before = try Sample(photo)
        let grey = try Sample(PictureAdjustment(saturation: -1).edited(photo))
        #expect(colourfulness(grey) < 3)
        #expect(
            colourfulness(try Sample(PictureAdjustment(saturation: 0.8).edited(photo))) > colourfulness(before) * 1.4)
        func light(_ mean: [Double]) -> Double { 0.2126 * mean[0] + 0.7152 * mean[1] + 0.0722 * mean[2] }
        #expect(abs(light(grey.mean) - light(before.mean)) < 2)
    }

    @Test func `a preview is small, upright and not larger than the picture`() throws {
        let small = try Sample(PicturePreview(photo, longestSide: 320).jpeg(PictureAdjustment()))
        #expect(small.width == 320 && (213...214).contains(small.height))
        let turned = try Sample.encode(photo) { vips_image_set_int($0, "orientation", 6) }
        let upright = try Sample(PicturePreview(turned, longestSide: 320).jpeg(PictureAdjustment()))
        #expect(upright.height == 320 && upright.width < upright.height)
        #expect(try PicturePreview(photo, longestSide: 4096).width == 640)
    }

    @Test func `a preview shows the adjustment`() throws {
        let preview = try PicturePreview(photo)
        let adjustment = PictureAdjustment(brightness: 0.2, contrast: 0.3, saturation: -0.5)
        let shown = try Sample(preview.jpeg(adjustment))
        let wanted = try Sample(adjustment.edited(photo))
        #expect(shown.meanDifference(from: wanted) < 3)
    }

    @Test func `a preview has the colours of a screen`() throws {
        let wide = try Sample.encode(photo, profile: "p3")
        let wanted = try Sample(PicturePreview(photo).jpeg(PictureAdjustment())).mean
        func distance(_ mean: [Double]) -> Double { zip(mean, wanted).map { abs($0 - $1) }.max() ?? .infinity }
        #expect(distance(try Sample(wide).mean) > 3)
        #expect(distance(try Sample(PicturePreview(wide).jpeg(PictureAdjustment())).mean) < 1)
    }

    @Test func `progress goes up`() throws {
        let parts = Mutex<[Double]>([])
        _ = try PictureAdjustment(brightness: 0.1).edited(photo) { part in parts.withLock { $0.append(part) } }
        parts.withLock { parts in
            #expect(!parts.isEmpty && parts == parts.sorted() && parts.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test func `what is not a picture is refused with the reason`() {
        for edit in [
            { _ = try PicturePreview($0) }, { _ = try PictureAdjustment().edited($0) },
        ] as [(Data) throws -> Void] {
            let error = #expect(throws: ImagingError.self) { try edit(Data("Dear diary, no picture here.".utf8)) }
            #expect(error?.description.contains("not a picture that can be read") == true)
        }
    }
}
