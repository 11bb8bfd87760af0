import AppexModel
import AppexProtocol
import Foundation
import Testing

@testable import OpenExtensionKit

/// Names of bundles in the user's language.
@Suite struct LocalizedNameTests {
    private static let manifest = """
        <plist><dict><key>CFBundleDisplayName</key><string>Notes</string><key>CFBundleName</key><string>N</string>
        <key>CFBundleDevelopmentRegion</key><string>en</string></dict></plist>
        """

    /// Calls `body` with the path of an app's bundle, which contains files.
    private static func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in ["Info.plist": manifest].merging(files, uniquingKeysWith: { $1 }) {
            let file = folder.appending(path: "Notes.app/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(folder.appending(path: "Notes.app").path)
    }

    @Test(
        arguments: [
            (["de-DE"], "Notizen"), (["de"], "Notizen"), (["pt-BR"], "Anotações"), (["pt-PT"], "Notes (en)"),
            (["fr-FR"], "Notes (en)"), (["xx", "de"], "Notizen"), (["it", "de"], "Notes (en)"), ([], nil),
        ] as [([String], String?)])
    func `the name is that of the first language of the user that the bundle has, else of its own`(
        languages: [String], name: String?
    ) throws {
        let files = [
            "de.lproj/InfoPlist.strings": "/* The name. */\n\"CFBundleDisplayName\" = \"Notizen\";\n",
            "pt-BR.lproj/InfoPlist.strings":
                "<plist><dict><key>CFBundleDisplayName</key><string>Anotações</string></dict></plist>",
            "en.lproj/InfoPlist.strings": "CFBundleDisplayName = \"Notes (en)\";",
            "it.lproj/Localizable.strings": "",
        ]
        try Self.with(files) { #expect(LocalizedName.find(of: $0, languages: languages) == name) }
    }

    @Test func `a bundle has its development language also without a folder for it`() throws {
        try Self.with(["de.lproj/InfoPlist.strings": "CFBundleDisplayName = Notizen;"]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["en", "de"]) == nil)
            #expect(LocalizedName.find(of: bundle, languages: ["fr", "de"]) == "Notizen")
        }
    }

    @Test func `names are found in a loctable and in the base folder`() throws {
        let table = """
            <plist><dict><key>LocProvenance</key><dict/><key>de</key><dict><key>CFBundleDisplayName</key>
            <string>Notizen</string></dict></dict></plist>
            """
        try Self.with(["InfoPlist.loctable": table]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["de-AT"]) == "Notizen")
            #expect(LocalizedName.find(of: bundle, languages: ["fr"]) == nil)
        }
        try Self.with(["Base.lproj/InfoPlist.strings": "CFBundleDisplayName = Base;"]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["fr"]) == "Base")
        }
    }

    @Test func `a short name in the user's language does not replace a display name`() throws {
        try Self.with(["de.lproj/InfoPlist.strings": "CFBundleName = Kurz;"]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["de"]) == nil)
        }
        let short = "<plist><dict><key>CFBundleName</key><string>N</string></dict></plist>"
        try Self.with(["Info.plist": short, "de.lproj/InfoPlist.strings": "CFBundleName = Kurz;"]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["de"]) == "Kurz")
        }
    }

    @Test(arguments: [
        "CFBundleDisplayName = \"two\\nlines\";", "CFBundleDisplayName = \"\(String(repeating: "a", count: 257))\";",
        "CFBundleDisplayName = \"\";", "CFBundleDisplayName = \"open", "<plist><array/></plist>", "bplist00", "\u{0}",
        String(repeating: "(", count: 100_000),
    ])
    func `a table that is damaged or has no name to show changes nothing`(table: String) throws {
        try Self.with(["de.lproj/InfoPlist.strings": table]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["de"]) == nil)
        }
    }

    @Test func `a record has the names of the extension and of its app`() throws {
        let strings = "de.lproj/InfoPlist.strings"
        let files = [
            strings: "CFBundleDisplayName = Notizen;", "PlugIns/Share.appex/Info.plist": Self.manifest,
            "PlugIns/Share.appex/\(strings)": "CFBundleDisplayName = \"In Notizen sichern\";",
        ]
        try Self.with(files) { bundle in
            let appex = ExtensionRecord(
                identifier: "a.b.c", displayName: "Save", version: "1", point: "com.apple.share-services",
                application: "a.b", applicationName: "Notes", bundlePath: "\(bundle)/PlugIns/Share.appex")
            let app = ApplicationRecord(
                identifier: "a.b", displayName: "Notes", version: "1", bundlePath: bundle, extensions: [appex]
            ).localized(["de-DE"])
            #expect(app.displayName == "Notizen")
            #expect(app.extensions.map(\.displayName) == ["In Notizen sichern"])
            #expect(app.extensions.map(\.applicationName) == ["Notizen"])
            #expect(appex.localized([]) == appex)
        }
    }

    @Test func `an update of the bundle is noticed`() throws {
        try Self.with(["de.lproj/InfoPlist.strings": "CFBundleDisplayName = Alt;"]) { bundle in
            #expect(LocalizedName.find(of: bundle, languages: ["de"]) == "Alt")
            try Data("CFBundleDisplayName = Neu;".utf8)
                .write(to: URL(filePath: "\(bundle)/de.lproj/InfoPlist.strings"))
            // An installed bundle is never changed, but replaced.
            try FileManager.default.removeItem(atPath: "\(bundle)/Info.plist")
            try Data("\(Self.manifest)\n".utf8).write(to: URL(filePath: "\(bundle)/Info.plist"))
            #expect(LocalizedName.find(of: bundle, languages: ["de"]) == "Neu")
        }
    }
}
