import CVips
import Foundation
import Testing

@testable import DarkroomImaging

/// Pictures of every kind that a host may send, in every edit.
@Suite struct UnusualPictureTests {
    static let edits: [any PictureEditing] = [
        PictureEdit.sepia, PictureEdit.strippingMetadata, PictureAdjustment(brightness: 0.1),
        FilmRecipe(look: .amber, strength: 0.5, grain: 0.2), FilmRecipe(look: .graphite, straighten: 7),
    ]

    /// Expects that an edit of a picture makes a picture of its size, or a smaller one when it is straightened.
    private func expectPicture(_ edit: any PictureEditing, of encoded: Data, width: Int, height: Int) throws {
        let sample = try Sample(edit.edited(encoded))
        #expect(sample.bands == 3)
        if let recipe = edit as? FilmRecipe, recipe.straighten != 0 {
            #expect(sample.width <= width && sample.height <= height)
        } else {
            #expect(sample.width == width && sample.height == height)
        }
    }

    @Test(arguments: edits) func `a picture of one pixel is edited`(edit: any PictureEditing) throws {
        let pixel = try Quadrants(width: 1, height: 1).encoded(as: "png")
        try expectPicture(edit, of: pixel, width: 1, height: 1)
        _ = try PicturePreview(pixel).jpeg(FilmRecipe(look: .chalk, grain: 1, straighten: -15))
    }

    static let kinds: [(String, VipsInterpretation)] = [
        ("jpg[Q=95]", VIPS_INTERPRETATION_CMYK), ("png", VIPS_INTERPRETATION_RGB16), ("png", VIPS_INTERPRETATION_B_W),
        ("tif", VIPS_INTERPRETATION_GREY16), ("tif", VIPS_INTERPRETATION_LAB), ("gif", VIPS_INTERPRETATION_sRGB),
        ("webp", VIPS_INTERPRETATION_sRGB),
    ]

    @Test(arguments: kinds) func `colours of every kind look as they did`(name: String, space: VipsInterpretation)
        throws
    {
        let picture = Quadrants(width: 64, height: 48)
        let encoded = try picture.encoded(as: name, in: space)
        let isGrey = [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16].contains(space)
        for edit in [PictureEdit.strippingMetadata, FilmRecipe()] as [any PictureEditing] {
            let result = try Sample(edit.edited(encoded))
            #expect(result.bands == 3 && result.width == 64 && result.height == 48)
            let corners = result.corners
            if isGrey {
                #expect(corners.allSatisfy { abs($0.0 - $0.1) < 8 && abs($0.1 - $0.2) < 8 })
                #expect(corners[3].0 > 240 && corners[2].0 < corners[1].0)
            } else {
                // Inks cannot make the pure colours of a screen.
                let wanted = space == VIPS_INTERPRETATION_CMYK ? "" : "RGBW"
                #expect(wanted.isEmpty ? result.names.last == "W" : result.names == wanted)
            }
        }
        for edit in Self.edits { try expectPicture(edit, of: encoded, width: 64, height: 48) }
    }

    @Test(arguments: edits) func `what is transparent in a grey picture becomes white`(edit: any PictureEditing) throws
    {
        let clear = try Quadrants(width: 40, height: 40).encoded(as: "png", in: VIPS_INTERPRETATION_B_W, alpha: 0)
        let result = try Sample(edit.edited(clear))
        #expect(result.bands == 3 && result.mean.allSatisfy { $0 > 180 })
    }

    @Test(arguments: edits) func `the first frame of an animation is edited`(edit: any PictureEditing) throws {
        let animation = try Quadrants(width: 32, height: 48).encoded(as: "gif") {
            vips_image_set_int($0, "page-height", 24)
        }
        try expectPicture(edit, of: animation, width: 32, height: 24)
        #expect(try Sample(PictureEdit.strippingMetadata.edited(animation)).names == "RGRG")
    }

    @Test(arguments: edits, ["jpg[Q=95]", "png", "tif[compression=lzw]", "jpg[interlace]"])
    func `half a picture is an error, and leaves no file`(edit: any PictureEditing, name: String) throws {
        // Noise, so that the end of the file is not the end of the picture.
        let photo = try Data(contentsOf: PictureEditTests.folder.appending(path: "Photos/coffee.jpg"))
        let whole = try Sample.encode(photo, as: name)
        try withTemporaryFile { source in
            try whole.prefix(whole.count / 2).write(to: source)
            withTemporaryFile { result in
                let error = #expect(throws: ImagingError.self) {
                    try edit.edit(source, to: result, memory: nil, progress: nil)
                }
                guard case .unreadable = error else {
                    Issue.record("expected an unreadable picture, got \(error as Any)")
                    return
                }
                #expect(!FileManager.default.fileExists(atPath: result.path))
            }
        }
    }

    /// The colours in the corners of the upright picture: top left, top right, bottom left, bottom right. The file has red,
    /// green, blue and white there.
    static let upright: [(Int32, String)] = [
        (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB"),
    ]

    @Test(arguments: upright)
    func `a picture of every orientation becomes upright`(orientation: Int32, corners: String) throws {
        let file = try Quadrants(width: 64, height: 32).encoded(as: "jpg[Q=95]") {
            vips_image_set_int($0, "orientation", orientation)
        }
        let size = orientation > 4 ? (32, 64) : (64, 32)
        for edit in [PictureEdit.strippingMetadata, FilmRecipe(), FilmRecipe(straighten: 3)] as [any PictureEditing] {
            let result = try Sample(edit.edited(file))
            #expect(result.names == corners)
            #expect((result.width > result.height) == (size.0 > size.1))
            #expect(result.orientation <= 1)
        }
        let exact = try Sample(FilmRecipe().edited(file))
        #expect(exact.width == size.0 && exact.height == size.1)
        #expect(try Sample(PicturePreview(file).jpeg(FilmRecipe())).names == corners)
        // The others leave turning to whoever shows the picture.
        let sepia = try Sample(PictureEdit.sepia.edited(file))
        #expect(sepia.orientation == Int(orientation) && sepia.width == 64)
    }

    @Test func `a film's metadata are those of the photograph`() throws {
        let photo = try Data(contentsOf: PictureEditTests.folder.appending(path: "Photos/falcon-9.jpg"))
        let turned = try Sample.encode(photo, profile: "p3") { vips_image_set_int($0, "orientation", 6) }
        let result = try Sample(FilmRecipe(look: .fjord, straighten: 2).edited(turned))
        for field in ["exif-data", "xmp-data", "icc-profile-data", "exif-ifd3-GPSLatitude"] {
            #expect(result.fields.contains(field))
        }
        #expect(result.orientation <= 1)
    }

    @Test(arguments: edits) func `a picture without metadata is edited`(edit: any PictureEditing) throws {
        try expectPicture(edit, of: Quadrants(width: 20, height: 10).encoded(as: "jpg[strip]"), width: 20, height: 10)
    }

    @Test func `a temporary file is deleted with the picture that is read from it`() throws {
        let file = try Quadrants(width: 64, height: 32).encoded(as: "jpg")
        try withTemporaryFile { source in
            try file.write(to: source)
            var path = ""
            do {
                let tiles = try Picture.reading(source, memory: nil).inAnyOrder()
                let data = tiles.image.withMemoryRebound(to: GObject.self, capacity: 1) {
                    g_object_get_data($0, "darkroom-tiles")
                }
                path = String(cString: try #require(data).assumingMemoryBound(to: CChar.self))
                let turned = try tiles.applying("turn", darkroom_vips_upright)
                #expect(FileManager.default.fileExists(atPath: path) && turned.width == 64)
            }
            #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a name with options is only a name`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "a.jpg[shrink=4]")
        try Quadrants(width: 64, height: 32).encoded(as: "jpg").write(to: source)
        let result = folder.appending(path: "b.jpg[strip]")
        try PictureEdit.sepia.edit(source, to: result)
        #expect(try Sample(Data(contentsOf: result)).width == 64)
    }

    static let budgets: [(name: String, memory: UInt64, fits: Bool)] = [
        ("jpg", 15 * 4096, false), ("jpg", 16 * 4096, true), ("jpg[interlace,subsample_mode=off]", 16 * 4096, false),
        ("jpg[interlace,subsample_mode=off]", 16 * 4096 + 2 * 3 * 128, true), ("png", 16 * 4096, true),
        ("png[interlace]", 16 * 4096 + 3 * 128 - 1, false), ("png[interlace]", 16 * 4096 + 3 * 128, true),
        ("tif", 16 * 4096, true), ("webp", 16 * 4096 + 12 * 128 - 1, false), ("webp", 16 * 4096 + 12 * 128, true),
    ]

    @Test(arguments: budgets)
    func `a picture that needs more memory than there is is refused`(name: String, memory: UInt64, fits: Bool) throws {
        let file = try Quadrants(width: 16, height: 8).encoded(as: name)
        if fits {
            _ = try PictureEdit.sepia.edited(file, memory: memory)
        } else {
            #expect(throws: ImagingError.exceedsMemory(width: 16, height: 8)) {
                try PictureEdit.sepia.edited(file, memory: memory)
            }
        }
    }

    @Test func `a picture of more pixels than can be edited is refused`() throws {
        // A file of a few kilobytes can say so.
        let large = try Quadrants(width: 10_000, height: 10_001, plain: 255).encoded(as: "png")
        #expect(throws: ImagingError.tooLarge(width: 10_000, height: 10_001)) { try FilmRecipe().edited(large) }
        let long = try Quadrants(width: ImagingError.longestSide + 1, height: 1).encoded(as: "png")
        #expect(throws: ImagingError.tooLarge(width: 65_501, height: 1)) { try FilmRecipe().edited(long) }
    }
}
