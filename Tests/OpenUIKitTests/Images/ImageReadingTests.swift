import AppexPictures
import Foundation
import Glibc
@testable import OpenUIKit
import OpenViewTree
import Testing

/// What is known of a picture without decoding it.
@Suite struct ImageReadingTests {
    @Test func `a photograph is read and passed on without libvips, which comes when pixels are needed`() async throws {
        await #expect(processExitsWith: .success) {
            func isLoaded() -> Bool { dlopen("libvips.so.42", RTLD_LAZY | RTLD_NOLOAD) != nil }
            // Four grey pixels.
            let base64 =
                "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWNoaGBoaAAABgYCAduBUIEAAAAASUVORK5CYII="
            let image = try #require(Data(base64Encoded: base64).flatMap { UIImage(data: $0) })
            #expect(image.size == CGSize(width: 2, height: 2) && image.pngData() != nil)
            #expect(image.encodedForDisplay() != nil)
            #expect(!isLoaded())
            #expect(image.jpegData(compressionQuality: 1) != nil)
            #expect(isLoaded())
        }
    }

    @Test(arguments: [UInt8](1...8), [true, false])
    func `every orientation that a camera notes is turned upright`(_ number: UInt8, isLittle: Bool) throws {
        // Large squares, as JPEG mixes the colours of neighbours.
        let size = CGSize(width: 64, height: 32)
        var squares = try #require(Bitmap(width: 64, height: 32, isOpaque: true))
        squares.fill(Colour.red, x: 0..<32, y: 0..<16)
        squares.fill(Colour.green, x: 32..<64, y: 0..<16)
        squares.fill(Colour.blue, x: 0..<32, y: 16..<32)
        squares.fill(Colour.white, x: 32..<64, y: 16..<32)
        let plain = try #require(UIImage(.bitmap(squares), scale: 1).jpegData(compressionQuality: 1))
        let noted = SamplePictures.inserting(
            0xE1, SamplePictures.exif(orientation: number, isLittle: isLittle), into: plain)
        let image = try #require(UIImage(data: noted))
        let orientations: [UIImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        #expect(image.imageOrientation == orientations[Int(number) - 1])
        #expect(image.size == (number < 5 ? size : CGSize(width: 32, height: 64)))
        // What is at the upper left and the upper right once the picture is upright.
        let corners: [(Bitmap.Pixel, Bitmap.Pixel)] = [
            (Colour.red, Colour.green), (Colour.green, Colour.red), (Colour.white, Colour.blue),
            (Colour.blue, Colour.white), (Colour.red, Colour.blue), (Colour.blue, Colour.red),
            (Colour.white, Colour.green), (Colour.green, Colour.white),
        ]
        let right = Int(image.size.width) - 3
        for upright in [image, try #require(image.pngData().flatMap { UIImage(data: $0) })] {
            #expect(upright.has(corners[Int(number) - 1].0, x: 2, y: 2, within: 12))
            #expect(upright.has(corners[Int(number) - 1].1, x: right, y: 2, within: 12))
        }
        #expect(image.jpegData(compressionQuality: 1).flatMap { UIImage(data: $0) }?.size == image.size)
    }

    @Test func `what a JPEG file says beside the picture is not kept, and the orientation is`() throws {
        var file = try SamplePictures.jpeg(width: 40, height: 20)
        let pure = file
        file = SamplePictures.inserting(0xFE, Array("a comment".utf8), into: file)
        file = SamplePictures.inserting(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<xmp/>".utf8), into: file)
        file = SamplePictures.inserting(0xED, Array("Photoshop 3.0".utf8), into: file)
        file = SamplePictures.inserting(0xE2, Array("MPF\0".utf8), into: file)
        file = SamplePictures.inserting(0xE1, SamplePictures.exif(orientation: 6), into: file)
        file += Data("a film behind the end".utf8)
        let kept = try #require(UIImage(data: file)?.encoded)
        for secret in ["comment", "xmp", "Photoshop", "MPF", "13.4E", "film"] { #expect(!kept.contains(secret)) }
        #expect(kept.count == pure.count + 36)
        #expect(UIImage(data: kept)?.imageOrientation == .right)
        // A colour profile is part of the picture.
        let profile = SamplePictures.inserting(0xE2, Array("ICC_PROFILE\0".utf8), into: pure)
        #expect(UIImage(data: profile)?.encoded == profile)
    }

    @Test func `what a PNG file says beside the picture is not kept`() throws {
        let pure = try #require(SamplePictures.quarters.pngData())
        var file = pure
        let remark = Data([0, 0, 0, 4]) + Data("tEXt".utf8) + Data("nowt".utf8) + Data(count: 4)
        file.insert(contentsOf: remark, at: 33)
        file += Data("behind the end".utf8)
        #expect(UIImage(data: file)?.encoded == pure)
    }

    @Test func `bytes that a remark separates from a scan do not become part of the scan`() throws {
        let pure = try SamplePictures.jpeg(width: 40, height: 20)
        let scan = pure.dropLast(2)
        let remark = Data([0xFF, 0xFE, 0, 4]) + Data("no".utf8)
        let end = pure.suffix(2)
        // The compressed data of a scan may have a zero after 0xFF, a marker may not.
        for behind in [Data([0xFF, 0x00, 1, 2]), Data([1, 2])] {
            #expect(PictureFile(jpeg: [UInt8](scan + remark + behind + end))?.bytes == [UInt8](scan))
        }
        // Filling is no part of the picture, and would be the last byte if nothing followed.
        #expect(PictureFile(jpeg: [UInt8](scan + [0xFF, 0xFF] + remark + end))?.bytes == [UInt8](pure))
        #expect(PictureFile(jpeg: [UInt8](scan + remark + [0xFF, 0xFF, 0x00] + end))?.bytes == [UInt8](scan))
    }

    @Test func `a file that others read as another picture does not cross as it is`() throws {
        let pure = try SamplePictures.jpeg(width: 40, height: 20)
        let small: [UInt8] = [8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        // A second frame before the scan, and one whose size would stand in the segment behind it.
        let twice = SamplePictures.inserting(0xC0, small, into: pure)
        let short = SamplePictures.inserting(0xC0, [8, 0], into: pure)
        let late = pure.dropLast(2) + Data([0xFF, 0xC0, 0, 11] + small) + pure.suffix(2)
        let headless = Data([0xFF, 0xD8, 0xFF, 0xD8]) + pure.dropFirst(2)
        let scanFirst = SamplePictures.inserting(0xDA, [1, 1, 0, 0, 63, 0], into: pure)
        for file in [twice, short, late, headless, scanFirst] { #expect(PictureFile(jpeg: [UInt8](file)) == nil) }
        #expect(PictureFile(jpeg: [UInt8](pure))?.width == 40)
        var png = try #require(SamplePictures.quarters.pngData())
        #expect(PictureFile(png: [UInt8](png))?.width == 4)
        png[11] = 14
        #expect(PictureFile(png: [UInt8](png)) == nil)
    }

    @Test(arguments: SamplePictures.others.indices) func `other formats and colours are read`(_ index: Int) throws {
        let sample = SamplePictures.others[index]
        let image = try #require(Data(base64Encoded: sample.base64).flatMap { UIImage(data: $0) }, "\(sample.name)")
        #expect(image.size.width == sample.width, "\(sample.name)")
        #expect(image.has(sample.colour, x: 1, y: 1, within: 40), "\(sample.name)")
        // It crosses in a form that everybody reads.
        #expect(image.encoded.flatMap { UIImage(data: $0) }?.size == image.size)
    }

    @Test func `what is no picture is nil, and so is a format that nobody shares`() {
        for bytes in [
            "", "x", "hello, world", "%PDF-1.4", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
            "P3 1 1 255 1 2 3\n",
        ] {
            #expect(UIImage(data: Data(bytes.utf8)) == nil)
        }
        #expect(UIImage(contentsOfFile: "/nowhere/photo.png") == nil)
        #expect(UIImage(named: "../../etc/passwd") == nil)
    }

    @Test func `a header that claims more pixels than memory has is no picture`() throws {
        var png = try #require(SamplePictures.quarters.pngData())
        png.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
        #expect(UIImage(data: png) == nil)
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(UIImage(data: png) == nil)
        // 8000 x 8000 may be true; when it is not, there are no pixels.
        png.replaceSubrange(16..<24, with: [0, 0, 0x1F, 0x40, 0, 0, 0x1F, 0x40])
        #expect(UIImage(data: png)?.jpegData(compressionQuality: 1) == nil)
    }

    @Test func `cut off and changed files are pictures or none, and never more`() throws {
        let noted = SamplePictures.inserting(
            0xE1, SamplePictures.exif(orientation: 8), into: try SamplePictures.jpeg(width: 16, height: 16))
        for file in [noted, try #require(SamplePictures.quarters.pngData())] {
            for length in 0..<file.count { _ = UIImage(data: file.prefix(length)) }
            for place in file.indices {
                for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
                    var changed = file
                    changed[place] = byte
                    _ = UIImage(data: changed)
                }
            }
        }
        // Half of a photograph is not shown as if it were one.
        let half = try SamplePictures.halfJPEG
        #expect(UIImage(data: half)?.pngData() == nil)
    }

    @Test func `a symbol is one that hosts know, in any of its forms`() throws {
        let heart = try #require(UIImage(systemName: "heart.fill"))
        #expect(heart.isSymbolImage && heart.symbol == .heart)
        #expect(UIImage(systemName: "checkmark.circle")?.symbol == .checkmarkCircle)
        #expect(UIImage(systemName: "person.circle.fill")?.symbol == .person)
        #expect(UIImage(systemName: "no.such.symbol") == nil)
        #expect(heart.pngData() == nil && heart.jpegData(compressionQuality: 1) == nil)
    }

    @Test func `a file's name says how many pixels are a point`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("logo@2x.png").path
        try SamplePictures.quarters.pngData()?.write(to: URL(fileURLWithPath: path))
        #expect(UIImage(contentsOfFile: path)?.size == CGSize(width: 2, height: 1))
        let bundle = try #require(Bundle(url: folder))
        #expect(UIImage(named: "logo", in: bundle)?.scale == 2)
        #expect(UIImage(named: "logo.png", in: bundle)?.scale == 2)
        #expect(UIImage(named: "missing", in: bundle) == nil)
    }
}
