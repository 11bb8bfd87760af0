import Foundation
import Testing

@testable import OpenUIKit

@Suite struct AssetCatalogTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "AssetCatalogTests-\(UUID())")

    private func color(_ colors: String, named name: String = "Accent") throws -> UIColor? {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Assets.xcassets/Group/Accent.colorset/Contents.json")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(#"{"colors": \#(colors), "info": {"version": 1}}"#.utf8).write(to: file)
        return AssetCatalog(in: folder).color(named: name)
    }

    @Test func `a colour has the values for the light and the dark appearance`() throws {
        let found = try color(
            """
            [{"idiom": "universal", "color": {"color-space": "srgb",
              "components": {"alpha": "1.000", "red": "1.000", "green": "0x00", "blue": "0"}}},
             {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
              "color": {"components": {"alpha": "0.5", "white": "255"}}}]
            """)
        let color = try #require(found)
        #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) == .red)
        let dark = color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark))
        #expect(dark == UIColor(white: 1, alpha: 0.5))
    }

    @Test(arguments: [
        "[]", "3", "[{}]", "[{\"color\": {\"reference\": \"systemRedColor\"}}]", "[",
        "[{\"color\": {\"components\": {\"red\": 1}}}]",
        "[{\"color\": {\"components\": {\"red\": \"0xZZ\", \"green\": \"1\", \"blue\": \"1\"}}}]",
    ]) func `a damaged description is not a colour`(colors: String) throws {
        #expect(try color(colors) == nil)
    }

    @Test func `a colour is found with and without the name of its group`() throws {
        let white = #"[{"color": {"components": {"white": "1.0"}}}]"#
        #expect(try color(white) == UIColor(white: 1, alpha: 1))
        #expect(try color(white, named: "Group/Accent") == UIColor(white: 1, alpha: 1))
        #expect(try color(white, named: "Other") == nil && color(white, named: "../Accent") == nil)
    }

    @Test func `descriptions and pictures that are not regular files are refused`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let color = folder.appending(path: "Assets.xcassets/Accent.colorset")
        try FileManager.default.createDirectory(at: color, withIntermediateDirectories: true)
        let (picture, device) = (folder.appending(path: "Pipe.png"), folder.appending(path: "Device.png"))
        for pipe in [color.appending(path: "Contents.json"), picture] { #expect(mkfifo(pipe.path, 0o600) == 0) }
        #expect(symlink("/dev/zero", device.path) == 0)
        #expect(AssetCatalog(in: folder).color(named: "Accent") == nil)
        #expect(UIImage(contentsOfFile: picture.path) == nil && UIImage(contentsOfFile: device.path) == nil)
    }

    @Test func `the picture with the most pixels is used`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appending(path: "Assets.xcassets/Logo.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        try Data(
            """
            {"images": [{"scale": "1x", "filename": "a.png"}, {"scale": "3x", "filename": "missing.png"},
            {"scale": "2x", "filename": "b.png"}, {"scale": "3x", "filename": "../b.png"}, {"filename": "c.pdf"}]}
            """.utf8
        ).write(to: set.appending(path: "Contents.json"))
        for name in ["a.png", "b.png", "c.pdf"] { try Data([1]).write(to: set.appending(path: name)) }
        let image = AssetCatalog(in: folder).image(named: "Logo")
        #expect(image?.path.hasSuffix("Logo.imageset/b.png") == true && image?.scale == 2)
        #expect(AssetCatalog(in: folder).image(named: "Other") == nil)
    }
}
