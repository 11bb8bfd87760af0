import AppexModel
import Testing

private func identifier(_ text: String) throws -> BundleIdentifier {
    try #require(BundleIdentifier(rawValue: text))
}

@Suite struct IdentifierTests {
    @Test(arguments: ["a", "org.example.app", "com.example.App-2_x", String(repeating: "x", count: 200)])
    func `dotted names are identifiers`(text: String) {
        #expect(BundleIdentifier(rawValue: text)?.rawValue == text)
        #expect(ExtensionPointIdentifier(rawValue: text)?.rawValue == text)
    }

    @Test(arguments: [
        "", ".", "..", "a..b", ".a", "a.", "a/b", "a b", "a\0", "é", "a\n", "аpple", "$(A)",
        String(repeating: "x", count: 201),
    ])
    func `anything else is none`(text: String) {
        #expect(BundleIdentifier(rawValue: text) == nil)
        #expect(ExtensionPointIdentifier(rawValue: text) == nil)
    }
}

@Suite struct BundleRulesTests {
    @Test(arguments: [
        ("org.x.app.ext", true), ("org.x.app.ext.more", true), ("org.x.app", false), ("org.x.application", false),
        ("org.x.app2.ext", false), ("org.x", false), ("org.y.app.ext", false), ("ORG.X.APP.ext", false),
    ])
    func `AT-90: an extension's identifier extends its app's by a component`(text: String, extends: Bool) throws {
        let app = try identifier("org.x.app")
        let appex = try identifier(text)
        #expect(appex.extends(app) == extends)
        let result = Result { try BundleRules.checkIdentifier(of: appex, extends: app, file: "f") }
        #expect(((try? result.get()) != nil) == extends)
    }

    @Test func `two extensions with one identifier are refused, naming both files`() throws {
        let one = try identifier("a.b")
        let error = try #require(throws: ManifestError.self) {
            try BundleRules.checkUnique([(one, "first"), (try identifier("a.c"), "other"), (one, "second")])
        }
        #expect(error.code == .duplicateIdentifier)
        #expect(error.file == "second")
        #expect(error.found.contains("first"))
        #expect(throws: Never.self) { try BundleRules.checkUnique([(one, "first"), (try identifier("a.c"), "other")]) }
    }

    @Test func `AT-93: each style has its own folder`() throws {
        for style in ExtensionStyle.allCases {
            for folder in ["PlugIns", "Extensions"] {
                let result = Result { try BundleRules.checkFolder(folder, of: style, file: "f") }
                #expect(((try? result.get()) != nil) == (folder == style.folder))
            }
        }
    }

    @Test func `both bundle shapes place manifest, executable and extensions`() {
        #expect(BundleShape.flat.manifest == "Info.plist")
        #expect(BundleShape.flat.executable(named: "X") == "X")
        #expect(BundleShape.flat.extensions(of: .extensionKit) == "Extensions")
        #expect(BundleShape.contents.manifest == "Contents/Info.plist")
        #expect(BundleShape.contents.executable(named: "X") == "Contents/MacOS/X")
        #expect(BundleShape.contents.extensions(of: .classic) == "Contents/PlugIns")
    }
}
