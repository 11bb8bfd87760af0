import CVips
import DarkroomImaging
import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// Film and Adjust as photo editors on a device, without a view, as one edit is applied to many photographs.
@Suite(
    .enabled(if: apps != nil, "run `appex test`, which bundles Darkroom first"), .timeLimit(.minutes(30)), .serialized)
struct FilmTests {
    private static let film = "org.openextensionkit.Darkroom.Film"
    private static let adjustEditor = "org.openextensionkit.Darkroom.AdjustEditor"

    private func edit(
        _ photo: URL, by data: PhotoAdjustmentData?, with identifier: String, on device: TestDevice
    ) async throws -> (edit: PhotoEdit, isContinued: Bool) {
        let host = device.host()
        let session = try await host.edit(
            EditablePhoto(original: photo, adjustmentData: data), with: try await host.extension(identifier))
        return (try await session.finish(), session.continuesEdit)
    }

    private func size(_ file: URL) throws -> [Int] {
        let image = try #require(darkroom_vips_open(file.path))
        defer { g_object_unref(image) }
        return [Int(vips_image_get_width(image)), Int(vips_image_get_height(image))]
    }

    @Test func `an edit of the first version is read, and kept in the second`() async throws {
        try await TestDevice.withDarkroom { device in
            let first = try PhotoAdjustmentData(
                formatIdentifier: FilmRecipe.formatIdentifier, formatVersion: "1.0",
                data: Data(#"{"look":"graphite","strength":1,"grain":0.5}"#.utf8))
            let (edit, isContinued) = try await edit(photograph, by: first, with: Self.film, on: device)
            #expect(isContinued && edit.adjustmentData.formatVersion == "2.0")
            let recipe = try FilmRecipe(adjustment: edit.adjustmentData.data, version: "2.0")
            #expect(recipe == FilmRecipe(look: .graphite, strength: 1, grain: 0.5))
            #expect(try size(edit.rendition) == [640, 427])
        }
    }

    @Test func `what another editor or nobody has written is not continued`() async throws {
        try await TestDevice.withDarkroom { device in
            let damaged = try PhotoAdjustmentData(
                formatIdentifier: FilmRecipe.formatIdentifier, formatVersion: "2.0", data: Data("damaged".utf8))
            #expect(try await !edit(photograph, by: damaged, with: Self.film, on: device).isContinued)
            let own = try await edit(photograph, by: nil, with: Self.film, on: device).edit.adjustmentData
            #expect(try await !edit(photograph, by: own, with: Self.adjustEditor, on: device).isContinued)
            #expect(try await edit(photograph, by: own, with: Self.film, on: device).isContinued)
        }
    }

    @Test(arguments: [1, 6] as [Int32])
    func `a photograph of 48 megapixels is straightened and cropped within the memory of the point`(
        orientation: Int32
    ) async throws {
        try await TestDevice.withDarkroom { device in
            #expect(darkroom_vips_start() == 0)
            let small = try #require(darkroom_vips_open_at_random(photograph.path))
            defer { g_object_unref(small) }
            var large: UnsafeMutablePointer<VipsImage>?
            try #require(darkroom_vips_repeat(small, &large, 13, 15) == 0)
            let image = try #require(large)
            defer { g_object_unref(image) }
            vips_image_set_int(image, "orientation", orientation)
            let file = device.scratch.appending(path: "large.jpg")
            try #require(darkroom_vips_write(image, file.path + "[Q=80]") == 0)
            let crop = try #require(FilmCrop(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
            let recipe = FilmRecipe(look: .amber, grain: 0.3, crop: crop, straighten: 5)
            let data = try PhotoAdjustmentData(
                formatIdentifier: FilmRecipe.formatIdentifier, formatVersion: FilmRecipe.formatVersion,
                data: recipe.adjustmentData)
            let rendition = try await edit(file, by: data, with: Self.film, on: device).edit
            let sides = try size(rendition.rendition)
            #expect(orientation == 1 ? sides[0] > sides[1] : sides[0] < sides[1])
            // Half of each side of what straightening leaves.
            #expect(sides.max() ?? 0 > 3500 && sides.max() ?? 0 < 4160)
        }
    }
}
