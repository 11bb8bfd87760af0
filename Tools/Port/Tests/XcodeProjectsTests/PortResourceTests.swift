import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

@Suite struct PortResourceTests {
    let fixture: ProjectFixture

    init() throws {
        fixture = try ProjectFixture()
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/Info.plist", sharePlist)
    }

    @Test func `images of a catalog become files that are found by their name`() throws {
        try fixture.writeProject(.share { $0.resources = ["Media.xcassets"] })
        let image = "app/Media.xcassets/Icons/logo.imageset"
        try fixture.write(
            image + "/Contents.json",
            """
            {"images": [{"idiom": "universal", "scale": "1x", "filename": "a.png"},
            {"idiom": "universal", "scale": "2x", "filename": "b.png"},
            {"idiom": "universal", "scale": "3x"},
            {"idiom": "universal", "scale": "2x", "filename": "dark.png", "appearances": [{"appearance": "luminosity"}]}]}
            """)
        for name in ["a", "b", "dark"] { try fixture.write("\(image)/\(name).png", name) }
        try fixture.write(
            "app/Media.xcassets/pdf.imageset/Contents.json",
            "{\"images\": [{\"idiom\": \"universal\", \"filename\": \"x.pdf\"}]}")
        try fixture.write("app/Media.xcassets/Ink.colorset/Contents.json", "{}")
        let problems = ProjectFixture.problems(try fixture.port())
        #expect(fixture.text("out/Sources/Share/Resources/logo.png") == "a")
        #expect(fixture.text("out/Sources/Share/Resources/logo@2x.png") == "b")
        #expect(problems.contains { $0.contains("vector") && $0.contains("pdf") })
        #expect(problems.contains { $0.contains("Ink") })
    }

    @Test func `colours of a catalog stay in a catalog`() throws {
        try fixture.writeProject(.share { $0.resources = ["Media.xcassets"] })
        let colour = """
            {"colors": [{"idiom": "universal", "color": {"color-space": "srgb", "components":
            {"red": "0.5", "green": "0x80", "blue": "12", "alpha": "1.000"}}}]}
            """
        try fixture.write("app/Media.xcassets/Brand/Ink.colorset/Contents.json", colour)
        try fixture.write("app/Media.xcassets/AccentColor.colorset/Contents.json", "{\"colors\": [{}]}")
        #expect(ProjectFixture.problems(try fixture.port()) == [])
        #expect(fixture.text("out/Sources/Share/Resources/Media.xcassets/Brand/Ink.colorset/Contents.json") == colour)
    }

    @Test func `the icon of an app is that of the small app, too`() throws {
        var text = ProjectText.share()
        text.targets[0].resources = ["Assets.xcassets"]
        try fixture.writeProject(text)
        try fixture.write(
            "app/Assets.xcassets/AppIcon.appiconset/Contents.json",
            """
            {"images": [{"size": "60x60", "scale": "2x", "filename": "120.png", "idiom": "iphone"},
            {"size": "1024x1024", "scale": "1x", "filename": "1024.png", "idiom": "ios-marketing"}]}
            """)
        try fixture.write("app/Assets.xcassets/AppIcon.appiconset/120.png", "small")
        try fixture.write("app/Assets.xcassets/AppIcon.appiconset/1024.png", "large")
        _ = try fixture.port()
        #expect(fixture.text("out/Sources/Note/Resources/AppIcon@2x.png") == "small")
        #expect(fixture.text("out/Sources/Note/Info.plist")?.contains("CFBundlePrimaryIcon") == true)
    }

    @Test func `a catalog of strings becomes a table for each language`() throws {
        try fixture.writeProject(.share { $0.resources = ["Localizable.xcstrings"] })
        try fixture.write(
            "app/Localizable.xcstrings",
            """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
            "Send \\"it\\"": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Senden"}}}},
            "count": {"localizations": {"de": {"variations": {"plural": {}}}}}, "same": {}}}
            """)
        let report = try fixture.port()
        #expect(
            fixture.text("out/Sources/Share/Resources/de.lproj/Localizable.strings")
                == "\"Send \\\"it\\\"\" = \"Senden\";\n")
        #expect(ProjectFixture.problems(report).contains { $0.hasPrefix("1 texts") })
    }

    @Test(arguments: ["\"\u{301}", "\\\u{301}", "a\r\nb", "\u{2028}", "\0\u{1}", "\u{85}"])
    func `a text of a string catalogue is the same in a table`(text: String) throws {
        try fixture.writeProject(.share { $0.resources = ["Localizable.xcstrings"] })
        let texts = ["strings": [text: ["localizations": ["de": ["stringUnit": ["value": text]]]]]]
        let catalogue = try JSONSerialization.data(withJSONObject: texts)
        try fixture.write("app/Localizable.xcstrings", String(decoding: catalogue, as: UTF8.self))
        _ = try fixture.port()
        let table = fixture.text("out/Sources/Share/Resources/de.lproj/Localizable.strings") ?? ""
        let list = try PropertyListSerialization.propertyList(from: Data(table.utf8), format: nil) as? [String: String]
        #expect(
            list?.count == 1 && list?[text].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(table)")
    }

    @Test func `what only Apple's tools compile, and names that a bundle uses, are left out with a warning`() throws {
        try fixture.writeProject(
            .share { $0.resources = ["Model.xcdatamodeld", "Other/Info.plist", "Other/Share.js", "Other/Folder"] })
        try fixture.write("app/Model.xcdatamodeld/contents", "")
        try fixture.write("app/Other/Info.plist", "")
        try fixture.write("app/Other/Share.js", "var x;")
        try fixture.write("app/Other/Folder/a/b.json", "{}")
        let problems = ProjectFixture.problems(try fixture.port())
        #expect(problems.contains { $0.contains("Core Data") })
        #expect(problems.contains { $0.hasPrefix("Info.plist is left out") })
        #expect(fixture.text("out/Sources/Share/Resources/Share.js") == "var x;")
        #expect(fixture.text("out/Sources/Share/Resources/Folder/a/b.json") == "{}")
    }

    @Test func `a resource that is too large is left out, and the port can be repeated`() throws {
        try fixture.writeProject(.share { $0.resources = ["film.json", "zebra.json"] })
        try fixture.write("app/film.json", "1")
        try fixture.write("app/zebra.json", "2")
        _ = try fixture.port()
        #expect(fixture.text("out/Sources/Share/Resources/film.json") == "1")
        let file = try FileHandle(forWritingTo: URL(filePath: fixture.folder + "/app/film.json"))
        try file.truncate(atOffset: UInt64(ProjectFolder.fileBytes) + 1)
        try file.close()
        for _ in 0..<2 {
            let problems = ProjectFixture.problems(try fixture.port())
            #expect(problems.contains { $0.hasPrefix("film.json is left out. The file has 67108865 bytes") })
            #expect(fixture.text("out/Sources/Share/Resources/film.json") == nil)
            #expect(fixture.text("out/Sources/Share/Resources/zebra.json") == "2")
        }
    }

    @Test func `a port that failed can be repeated, and replaces what it has written`() throws {
        try fixture.writeProject(.share { $0.resources = ["data.json"] })
        try fixture.write("app/data.json", "1")
        // A link in the place of a folder, which leads to another one.
        try fixture.write("elsewhere/a", "")
        let sources = fixture.folder + "/out/Sources"
        _ = try fixture.port()
        try FileManager.default.removeItem(atPath: sources)
        try FileManager.default.createSymbolicLink(
            atPath: sources, withDestinationPath: fixture.folder + "/elsewhere")
        #expect(throws: ProjectError.self) { try fixture.port() }
        let package = try #require(fixture.text("out/Package.swift"))
        try FileManager.default.removeItem(atPath: sources)
        try fixture.writeProject(.share { $0.settings["SWIFT_VERSION"] = "6.0" })
        let report = try fixture.port()
        #expect(!report.notes.contains { $0.message.contains("is kept") })
        #expect(fixture.text("out/Package.swift") != package)
    }

    @Test func `a folder with the list of another port is refused`() throws {
        try fixture.writeProject(.share())
        try fixture.write("out/.appex-port.json", "{\"version\": 1, \"files\": {\"Package.swift\": \"0-0\"}}")
        try fixture.write("out/Package.swift", "foreign")
        #expect(throws: ProjectError.self) { try fixture.port() }
        #expect(fixture.text("out/Package.swift") == "foreign")
    }

    @Test func `what a link in place of the cache leads to is neither removed nor written`() throws {
        try fixture.writeProject(.share())
        _ = try fixture.port()
        try fixture.write("elsewhere/old.json", "1")
        let cache = fixture.folder + "/out/.appex-port-cache"
        try? FileManager.default.removeItem(atPath: cache)
        try FileManager.default.createSymbolicLink(
            atPath: cache, withDestinationPath: fixture.folder + "/elsewhere")
        _ = try fixture.port()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder + "/elsewhere") == ["old.json"])
    }

    @Test func `links between folders of resources are followed once`() throws {
        try fixture.writeProject(.share { $0.resources = ["data"] })
        try fixture.write("app/data/a.json", "1")
        for name in ["one", "two", "three"] {
            try FileManager.default.createSymbolicLink(
                atPath: fixture.folder + "/app/data/" + name, withDestinationPath: ".")
        }
        _ = try fixture.port()
        #expect(fixture.text("out/Sources/Share/Resources/data/a.json") == "1")
    }

    @Test func `two resources of one name are one, with a warning`() throws {
        try fixture.writeProject(.share { $0.resources = ["a/data.json", "b/data.json"] })
        try fixture.write("app/a/data.json", "1")
        try fixture.write("app/b/data.json", "2")
        #expect(ProjectFixture.problems(try fixture.port()).contains { $0.contains("same name") })
        #expect(fixture.text("out/Sources/Share/Resources/data.json") == "1")
    }
}
