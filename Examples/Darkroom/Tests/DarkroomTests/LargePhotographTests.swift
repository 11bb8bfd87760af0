import CVips
import DarkroomImaging
import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// A photograph of more pixels than the memory of an extension could hold, in extensions with the limits of a device.
@Suite(
    .enabled(if: apps != nil, "run `appex test`, which bundles Darkroom first"), .timeLimit(.minutes(30)), .serialized)
struct LargePhotographTests {
    /// Writes a photograph of 8,320 x 6,405 pixels, of which each takes three bytes: 152 MiB. The limit is 120 MiB.
    ///
    /// - Parameter name: with options of the format in brackets.
    private func write(
        _ name: String, tiles: (across: Int32, down: Int32) = (13, 15), orientation: Int32 = 1, in folder: URL
    ) throws -> URL {
        let file = folder.appending(path: String(name.prefix { $0 != "[" }))
        #expect(darkroom_vips_start() == 0)
        let small = try #require(darkroom_vips_open_at_random(photograph.path))
        defer { g_object_unref(small) }
        var large: UnsafeMutablePointer<VipsImage>?
        try #require(darkroom_vips_repeat(small, &large, tiles.across, tiles.down) == 0)
        let image = try #require(large)
        defer { g_object_unref(image) }
        vips_image_set_int(image, "orientation", orientation)
        try #require(darkroom_vips_write(image, folder.path + "/" + name) == 0)
        return file
    }

    private func item(_ file: URL) throws -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = [try #require(NSItemProvider(contentsOf: file))]
        return item
    }

    /// The width and height of an encoded picture.
    private func size(_ data: Data) throws -> [Int] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        let image = try #require(darkroom_vips_open(file.path))
        defer { g_object_unref(image) }
        return [Int(vips_image_get_width(image)), Int(vips_image_get_height(image))]
    }

    @Test(
        arguments: [
            (TestDevice.sepia, "large.jpg[Q=80]", 6, [8320, 6405]),
            (TestDevice.sepia, "large.png[compression=1]", 1, [8320, 6405]),
            (TestDevice.stripMetadata, "large.jpg[Q=80]", 6, [6405, 8320]),
            (TestDevice.stripMetadata, "large.tif", 8, [6405, 8320]),
        ] as [(String, String, Int32, [Int])])
    func `a large photograph is edited within the memory of an extension`(
        identifier: String, name: String, orientation: Int32, wanted: [Int]
    ) async throws {
        try await TestDevice.withDarkroom { device in
            let file = try write(name, orientation: orientation, in: device.scratch)
            let returned = try await device.send([item(file)], to: identifier)
            let attachment = try #require(returned.first?.attachments?.first)
            #expect(try await size(attachment.jpeg()) == wanted)
        }
    }

    @Test func `a large photograph is adjusted within the memory of an extension`() async throws {
        try await TestDevice.withDarkroom { device in
            let file = try write("large.jpg[Q=80]", orientation: 6, in: device.scratch)
            let view = try await device.present([item(file)], to: TestDevice.adjust)
            _ = try await view.wait("sliders that can be moved") { tree in
                tree.nodes.values.contains { $0.kind == .slider && $0.flag(.isEnabled, default: true) } ? true : nil
            }
            try await view.slide(.label("Brightness"), to: 0.25)
            try await view.tap(.button("Done"))
            let attachment = try #require(try await view.outcome().first?.attachments?.first)
            #expect(try await size(attachment.jpeg()) == [8320, 6405])
        }
    }

    @Test func `memory that one photograph took can be used for the next`() async throws {
        try await TestDevice.withDarkroom { device in
            // 82 of 120 MB, because the format can only be decoded as a whole.
            let file = try write("large.webp[effort=0]", tiles: (5, 5), in: device.scratch)
            for _ in 0..<2 {
                let returned = try await device.send([item(file)], to: TestDevice.sepia)
                #expect(returned.first?.attachments?.count == 1)
            }
        }
    }

    @Test func `a large photograph that can only be decoded as a whole is refused with the reason`() async throws {
        try await TestDevice.withDarkroom { device in
            let file = try write("large.jpg[Q=80,interlace]", in: device.scratch)
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await device.send([item(file)], to: TestDevice.sepia)
            }
            #expect(error?.message.contains("not enough memory") == true, "\(error as Any)")
        }
    }
}
