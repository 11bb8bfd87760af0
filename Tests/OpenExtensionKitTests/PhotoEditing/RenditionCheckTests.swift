import AppexDecoding
import Foundation
import OpenUniformTypeIdentifiers
import Testing

@testable import OpenExtensionKit

/// What a rendition begins with, and the size in which a photograph is displayed.
@Suite struct RenditionCheckTests {
    private static let beginnings: [(UTType, [UInt8])] = [
        (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.heic, [0, 0, 0, 24] + Array("ftypheic".utf8)), (.quickTimeMovie, [0, 0, 0, 20] + Array("ftypqt  ".utf8)),
        (.mpeg4Movie, [0, 0, 0, 20] + Array("ftypisom".utf8)),
    ]

    @Test func `a file is of a type only if it begins like one`() {
        for (type, bytes) in Self.beginnings {
            #expect(RenditionCheck.isOfType(Data(bytes), type), "\(type)")
            #expect(!RenditionCheck.isOfType(Data(bytes.dropLast()), type), "\(type)")
            #expect(!RenditionCheck.isOfType(Data(), type), "\(type)")
        }
        #expect(!RenditionCheck.isOfType(Data(Self.beginnings[0].1), .png))
        #expect(!RenditionCheck.isOfType(Data(Self.beginnings[1].1), .jpeg))
        #expect(!RenditionCheck.isOfType(Data(Self.beginnings[0].1), .gif))
    }

    @Test(arguments: 0...9) func `a picture whose pixels are not upright is refused`(orientation: Int) {
        let flaw = RenditionCheck.flaw(of: PictureHeader(width: 4, height: 3, orientation: orientation))
        #expect((flaw?.contains("the EXIF orientation \(orientation) ") == true) == (2...8).contains(orientation))
    }

    @Test(arguments: [
        (32_768, 1, true), (32_769, 1, false), (1, 32_768, true), (1, 32_769, false), (15_000, 10_000, true),
        (15_001, 10_000, false), (0, 1, false), (1, 0, false), (-1, 1, false),
    ])
    func `a picture with too many pixels is refused`(width: Int, height: Int, isUsable: Bool) {
        #expect(
            (RenditionCheck.flaw(of: PictureHeader(width: width, height: height, orientation: 1)) == nil) == isUsable)
    }

    @Test func `every type of a rendition is one that can be checked`() {
        for type in EditablePhoto.Media.allCases.flatMap(RenditionCheck.types) {
            #expect(Self.beginnings.contains { $0.0 == type }, "\(type)")
        }
    }

    @Test func `a photograph is displayed as large as its room, and no larger than it is`() {
        func size(_ width: Int, _ height: Int, _ room: (Double, Double)) -> [Int] {
            let size = PhotoSource.size(of: (width, height), in: (width: room.0, height: room.1))
            return [size.width, size.height]
        }
        #expect(size(4000, 3000, (800, 800)) == [800, 600])
        #expect(size(3000, 4000, (800, 800)) == [600, 800])
        #expect(size(400, 300, (800, 800)) == [400, 300])
        #expect(size(10_000, 1, (100, 100)) == [100, 1])
        // A room that is empty, or larger than any screen.
        #expect(size(4000, 3000, (0, 0)) == [1, 1])
        #expect(size(40_000, 30_000, (1e9, 1e9)) == [4096, 3072])
    }
}
