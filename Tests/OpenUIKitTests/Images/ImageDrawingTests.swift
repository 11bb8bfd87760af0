import Foundation
@testable import OpenUIKit
import Testing

/// Pictures in other sizes and forms.
@Suite struct ImageDrawingTests {
    @Test func `PNG keeps every pixel, with what is transparent`() throws {
        var bitmap = try #require(Bitmap(width: 3, height: 1, isOpaque: false))
        bitmap.fill((200, 100, 50, 128), x: 1..<2, y: 0..<1)
        bitmap.fill(Colour.blue, x: 2..<3, y: 0..<1)
        let image = try #require(UIImage(.bitmap(bitmap), scale: 1).pngData().flatMap { UIImage(data: $0) })
        #expect(image.has(Colour.clear, x: 0, y: 0))
        #expect(image.has((200, 100, 50, 128), x: 1, y: 0))
        #expect(image.has(Colour.blue, x: 2, y: 0))
    }

    @Test func `JPEG is smaller for a lower quality, and white where the picture is transparent`() throws {
        let noise = SamplePictures.noise(width: 64, height: 64)
        let best = try #require(noise.jpegData(compressionQuality: 1))
        let worst = try #require(noise.jpegData(compressionQuality: 0))
        #expect(worst.count * 4 < best.count)
        #expect(noise.jpegData(compressionQuality: .nan) != nil && noise.jpegData(compressionQuality: 7) == best)
        let empty = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in }
        let white = try #require(empty.jpegData(compressionQuality: 1).flatMap { UIImage(data: $0) })
        #expect(white.has(Colour.white, x: 4, y: 4))
    }

    @Test func `a thumbnail fits into a size and keeps the proportions`() async throws {
        let photo = try #require(UIImage(data: try SamplePictures.jpeg(width: 400, height: 200)))
        #expect(photo.preparingThumbnail(of: CGSize(width: 100, height: 100))?.size == CGSize(width: 100, height: 50))
        #expect(photo.preparingThumbnail(of: CGSize(width: 10, height: 100))?.size == CGSize(width: 10, height: 5))
        #expect(await photo.byPreparingThumbnail(ofSize: CGSize(width: 40, height: 40))?.size.width == 40)
        #expect(photo.preparingThumbnail(of: .zero) == nil)
        #expect(UIImage().preparingThumbnail(of: CGSize(width: 9, height: 9)) == nil)
        #expect(photo.preparingForDisplay()?.has(Colour.red, x: 399, y: 199, within: 3) == true)
    }

    @Test func `a renderer draws a picture where and as large as it is told`() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10), format: format).image { context in
            #expect(context.currentImage.has(Colour.clear, x: 0, y: 0))
            SamplePictures.quarters.draw(in: CGRect(x: 2, y: 2, width: 4, height: 4))
            SamplePictures.quarters.draw(at: CGPoint(x: 8, y: 9))
        }
        #expect(image.size == CGSize(width: 10, height: 10) && image.scale == 2)
        #expect(image.pixelSize?.width == 20)
        #expect(image.has(Colour.clear, x: 3, y: 3) && image.has(Colour.clear, x: 12, y: 12))
        #expect(image.has(Colour.red, x: 4, y: 4, within: 2) && image.has(Colour.white, x: 11, y: 11, within: 2))
        // Cut off at the edges.
        #expect(image.has(Colour.red, x: 17, y: 18, within: 2))
    }

    @Test func `a picture is drawn between the functions that begin and end it`() throws {
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), false, 0)
        SamplePictures.quarters.draw(in: CGRect(x: 0, y: 0, width: 4, height: 4))
        // A picture inside of the other, whose end does not end the outer one.
        let inner = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { context in
            UIGraphicsEndImageContext()
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(image.size == CGSize(width: 4, height: 4) && image.has(Colour.red, x: 0, y: 0, within: 2))
        #expect(inner.has(Colour.blue, x: 0, y: 0))
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
    }

    @Test func `a picture without pixels is not drawn`() {
        UIGraphicsBeginImageContext(.zero)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        UIGraphicsBeginImageContext(CGSize(width: 2, height: 1))
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.size == CGSize(width: 2, height: 1))
        UIGraphicsEndImageContext()
    }

    @Test func `a picture that cannot be drawn leaves the one around it as it is`() {
        UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
        UIGraphicsBeginImageContext(.zero)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.size == CGSize(width: 4, height: 4))
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test func `bounds cut a part out of a picture`() throws {
        let format = UIGraphicsImageRendererFormat.default()
        let bounds = CGRect(x: 2, y: 0, width: 2, height: 2)
        let right = UIGraphicsImageRenderer(bounds: bounds, format: format).image { _ in
            SamplePictures.quarters.draw(at: .zero)
        }
        #expect(right.has(Colour.green, x: 0, y: 0) && right.has(Colour.white, x: 1, y: 1))
    }

    @Test func `what is half transparent is laid over what is there`() throws {
        var veil = try #require(Bitmap(width: 1, height: 1, isOpaque: false))
        veil.fill((255, 255, 255, 128), x: 0..<1, y: 0..<1)
        let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1)).image { _ in
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIImage(.bitmap(veil), scale: 1).draw(at: .zero)
            UIImage(.bitmap(veil), scale: 1).draw(at: CGPoint(x: 1, y: 0))
        }
        #expect(image.has((128, 128, 128, 255), x: 0, y: 0, within: 1))
        #expect(image.has((255, 255, 255, 128), x: 1, y: 0))
    }

    @Test func `rectangles are filled with the colour that was set last`() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 1)).image { context in
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor.systemRed.withAlphaComponent(0).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor(red: 0, green: 0, blue: 1, alpha: 1).set()
            UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
        #expect(image.has(Colour.black, x: 0, y: 0) && image.has(Colour.blue, x: 1, y: 0))
        #expect(image.has(Colour.clear, x: 2, y: 0))
    }

    @Test func `an opaque picture begins black; drawing elsewhere does nothing; one without room has no size`() {
        let format = UIGraphicsImageRendererFormat()
        format.opaque = true
        let one = CGSize(width: 1, height: 1)
        #expect(UIGraphicsImageRenderer(size: one, format: format).image { _ in }.has(Colour.black, x: 0, y: 0))
        SamplePictures.quarters.draw(at: .zero)
        UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        for size in [CGSize.zero, CGSize(width: 1e6, height: 1e6), CGSize(width: -5, height: 5)] {
            let renderer = UIGraphicsImageRenderer(size: size)
            #expect(renderer.image { _ in }.size == .zero)
            #expect(renderer.pngData { _ in }.isEmpty)
        }
        let far = CGRect(x: 1e12, y: -.infinity, width: .nan, height: 3)
        #expect(UIGraphicsImageRenderer(size: one).image { _ in SamplePictures.quarters.draw(in: far) }.size == one)
    }

    @Test(arguments: [-4, 3, 100]) func `an opaque picture beside the canvas, or above it, draws nothing`(place: Int)
        throws
    {
        var canvas = try #require(Bitmap(width: 3, height: 3, isOpaque: true))
        var red = try #require(Bitmap(width: 4, height: 2, isOpaque: true))
        red.fill(Colour.red, x: 0..<4, y: 0..<2)
        let before = canvas.pixels
        canvas.draw(red, x: place, y: 0)
        canvas.draw(red, x: 0, y: place)
        #expect(red.isOpaque && canvas.pixels == before)
    }

    @Test func `a host gets a format that every host reads, within its bounds`() throws {
        let photo = try SamplePictures.jpeg(width: 300, height: 200)
        #expect(UIImage(data: photo)?.dataForHost(pixels: 100_000, bytes: 1 << 20) == photo)
        let small = try #require(UIImage(data: photo)?.dataForHost(pixels: 600, bytes: 1 << 20))
        #expect(UIImage(data: small)?.size == CGSize(width: 30, height: 20))
        let noise = SamplePictures.noise(width: 200, height: 200)
        let few = try #require(noise.dataForHost(pixels: 100_000, bytes: 8000))
        #expect(few.count <= 8000)
        #expect(noise.dataForHost(pixels: 100_000, bytes: 10) == nil)
        let webp = SamplePictures.others[3]
        let shown = Data(base64Encoded: webp.base64).flatMap { UIImage(data: $0) }?.dataForHost(pixels: 99, bytes: 9999)
        #expect(shown?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(UIImage(systemName: "star")?.dataForHost(pixels: 99, bytes: 9999) == nil)
    }
}
