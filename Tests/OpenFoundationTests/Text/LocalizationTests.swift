import Foundation
import Testing

@testable import OpenFoundation

@Suite struct LocalizationTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "LocalizationTests-\(UUID())")

    /// A bundle with texts in files of several forms.
    private func withBundle(_ body: (Bundle) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(
            "Info.plist",
            """
            <plist version="1.0"><dict><key>CFBundleDevelopmentRegion</key><string>en</string>
            <key>Colour</key><string>blue</string></dict></plist>
            """)
        try write(
            "en.lproj/Localizable.strings",
            """
            /* A note. */ "greeting" = "Hello"; "only" = "Only here"; "%lld files in %@" = "%2$@ has %1$lld files";
            "100%" = "all";
            """)
        try write("de.lproj/Localizable.strings", #""greeting" = "Hall\#u{F6}chen";"#, .utf16)
        try write("fr.lproj/Other.strings", "greeting = Bonjour;")
        try write(
            "Localizable.xcstrings",
            """
            {"sourceLanguage": "en", "strings": {"bye": {"localizations": {
            "de": {"stringUnit": {"state": "translated", "value": "Tschüss"}}, "it": {"variations": {}}}}}}
            """)
        try body(try #require(Bundle(path: folder.path)))
    }

    private func write(_ name: String, _ text: String, _ encoding: String.Encoding = .utf8) throws {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try #require(text.data(using: encoding)).write(to: url)
    }

    @Test func `a text is in the language that the user prefers`() throws {
        try withBundle { bundle in
            func text(_ key: String, _ languages: String..., table: String? = nil) -> String? {
                LocalizedTables(bundle, languages: languages).text(key, table: table)
            }
            #expect(text("greeting", "de-AT", "en") == "Hallöchen")
            #expect(text("greeting", "ja", "de") == "Hallöchen")
            #expect(text("greeting", "ja") == "Hello")
            #expect(text("greeting", "fr", table: "Other") == "Bonjour")
            #expect(text("only", "de") == "Only here")
            #expect(text("bye", "de") == "Tschüss")
            #expect(text("missing", "de") == nil)
            #expect(text("greeting", "de", table: "../de.lproj/Localizable") == nil)
        }
    }

    @Test func `tables that are not regular files have no texts`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("Localizable.strings", "greeting = Hello;")
        for name in ["en.lproj/Localizable.strings", "Localizable.xcstrings", "Pipe.strings"] {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(mkfifo(place.path, 0o600) == 0)
        }
        #expect(symlink("/dev/zero", folder.appending(path: "Device.strings").path) == 0)
        let tables = LocalizedTables(try #require(Bundle(path: folder.path)), languages: ["en"])
        #expect(tables.text("greeting", table: nil) == "Hello")
        #expect(tables.text("greeting", table: "Pipe") == nil && tables.text("greeting", table: "Device") == nil)
    }

    @Test func `the functions of Foundation look in a bundle`() throws {
        try withBundle { bundle in
            #expect(NSLocalizedString("only", bundle: bundle, comment: "") == "Only here")
            #expect(NSLocalizedString("missing", bundle: bundle, value: "default", comment: "") == "default")
            #expect(NSLocalizedString("missing", bundle: bundle, value: "", comment: "") == "missing")
            #expect(NSLocalizedString("missing", comment: "") == "missing")
            #expect(String(localized: "only", bundle: bundle) == "Only here")
            #expect(String(localized: "100%", bundle: bundle) == "all")
            #expect(String(localized: "50% off", bundle: bundle) == "50% off")
            #expect(String(localized: "KEY", defaultValue: "\(3) of \("x")", bundle: bundle) == "3 of x")
            #expect(bundle.object(forInfoDictionaryKey: "Colour") as? String == "blue")
        }
    }

    @Test func `values are in the places and the form of the translation`() throws {
        try withBundle { bundle in
            let english = Locale(identifier: "en_US")
            let text = String(localized: "\(12_345) files in \("A%@")", bundle: bundle, locale: english)
            #expect(text == "A%@ has 12,345 files")
            #expect(
                String(localized: "\(0.5, specifier: "%.2f") \(7, specifier: "%03d")", locale: english) == "0.50 007")
        }
    }

    @Test(arguments: [
        (["LANGUAGE": "de:fr", "LANG": "en_GB.UTF-8"], ["de", "fr", "en-GB"]), (["LANG": "C.UTF-8"], []), ([:], []),
        (["LC_ALL": "pt_BR@x", "LANG": "de_DE"], ["pt-BR"]),
    ]) func `the languages are those of the locale`(environment: [String: String], languages: [String]) {
        #expect(UserLanguages.languages(environment: environment, defaults: nil) == languages)
        #expect(UserLanguages.languages(environment: environment, defaults: ["ja"]) == ["ja"])
    }

    @Test func `a language has the folders of its region, its script and its old name`() {
        #expect(UserLanguages.folderNames(for: "de_AT") == ["de-AT", "de_AT", "de", "de", "German"])
        #expect(UserLanguages.folderNames(for: "zh-TW").contains("zh-Hant"))
    }
}
