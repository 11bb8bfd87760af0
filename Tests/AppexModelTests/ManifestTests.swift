import AppexModel
import Testing

private typealias Fixtures = PropertyListFixtures

private func refusal(_ plist: PropertyListValue) throws -> ManifestError {
    try #require(throws: ManifestError.self) { try AppexManifest(plist, file: "Sepia.appex/Info.plist") }
}

@Suite struct AppexManifestTests {
    @Test func `a classic extension is read`() throws {
        let manifest = try AppexManifest(Fixtures.sepia, file: "f")
        #expect(manifest.bundleIdentifier.rawValue == "org.example.darkroom.sepia")
        #expect(manifest.executable == "Sepia")
        #expect(manifest.displayName == "Sepia & more")
        #expect(manifest.shortVersion == "1.2")
        #expect(manifest.version == "34")
        #expect(manifest.packageType == "XPC!")
        #expect(manifest.minimumOSVersion == "12.0")
        #expect(manifest.style == .classic)
        #expect(manifest.extensionPoint.rawValue == "com.apple.services")
        #expect(manifest.pointVersion == "1.0")
        #expect(manifest.principalClass == "Sepia.RequestHandler")
        #expect(manifest.mainStoryboard == nil)
        let rule = manifest.attributes["NSExtensionActivationRule"]?.dictionary
        #expect(rule?["NSExtensionActivationSupportsImageWithMaxCount"] == .integer(1))
        #expect(rule?["NSExtensionActivationSupportsText"] == .boolean(true))
        #expect(manifest.info["XSomethingUnknown"]?.array?.count == 5)
    }

    @Test func `an ExtensionKit extension is read with all its attributes`() throws {
        let attributes: PropertyListValue = .dictionary([
            "EXExtensionPointIdentifier": .string("org.example.host.filter"), "EXPrincipalClass": .string("Filter"),
            "HostKey": .integer(3),
        ])
        let plist = Fixtures.setting(
            attributes, at: "EXAppExtensionAttributes", in: Fixtures.setting(nil, at: "NSExtension"))
        let manifest = try AppexManifest(plist, file: "f")
        #expect(manifest.style == .extensionKit)
        #expect(manifest.extensionPoint.rawValue == "org.example.host.filter")
        #expect(manifest.principalClass == "Filter")
        #expect(manifest.attributes["HostKey"] == .integer(3))
    }

    @Test func `the display name falls back to the bundle name, then the executable`() throws {
        let unnamed = Fixtures.setting(nil, at: "CFBundleDisplayName")
        #expect(try AppexManifest(unnamed, file: "f").displayName == "Sepia")
        let named = Fixtures.setting(.string("Name"), at: "CFBundleName", in: unnamed)
        #expect(try AppexManifest(named, file: "f").displayName == "Name")
        let empty = Fixtures.setting(.string(""), at: "CFBundleDisplayName", in: named)
        #expect(try AppexManifest(empty, file: "f").displayName == "Name")
    }

    @Test func `AT-33: principal class and storyboard together are refused`() throws {
        let both = Fixtures.setting(.string("MainInterface"), at: "NSExtension", "NSExtensionMainStoryboard")
        let error = try refusal(both)
        #expect(error.code == .invalidValue && error.keyPath == "NSExtension.NSExtensionMainStoryboard")
        #expect(error.found == "\"MainInterface\"" && error.expected.contains("Sepia.RequestHandler"))
        // The lenient reading is for whoever explains it.
        let declaration = try ExtensionDeclaration(both, file: "f")
        #expect(declaration.principalClass == "Sepia.RequestHandler" && declaration.mainStoryboard == "MainInterface")
    }

    @Test func `a process for each request is asked for by a key of the attributes, which is true`() throws {
        for (value, wanted) in [
            (PropertyListValue.boolean(true), true), (.boolean(false), false), (.integer(1), false),
        ] {
            let list = Fixtures.setting(value, at: "NSExtension", "NSExtensionAttributes", "OEKProcessPerRequest")
            #expect(try ExtensionDeclaration(list, file: "f").wantsProcessPerRequest == wanted)
        }
    }

    @Test func `both declaring dictionaries, or neither, are refused`() throws {
        let both = Fixtures.setting(.dictionary([:]), at: "EXAppExtensionAttributes")
        #expect(try refusal(both).code == .extensionStyle)
        #expect(try refusal(both).found == "both")
        #expect(try refusal(Fixtures.setting(nil, at: "NSExtension")).code == .extensionStyle)
    }

    @Test func `a refusal names file, key path, what was found and what was expected`() throws {
        let error = try refusal(Fixtures.setting(.integer(3), at: "NSExtension", "NSExtensionPointIdentifier"))
        #expect(
            error.description
                == "cannot read the manifest Sepia.appex/Info.plist: at NSExtension.NSExtensionPointIdentifier"
                + " found the integer 3, expected a string")
    }

    @Test(arguments: [
        ("CFBundleIdentifier", ManifestError.Code.missing), ("CFBundleExecutable", .missing),
        ("CFBundlePackageType", .missing),
    ])
    func `an absent required key is refused`(key: String, code: ManifestError.Code) throws {
        let error = try refusal(Fixtures.setting(nil, at: key))
        #expect(error.code == code)
        #expect(error.keyPath == key)
        #expect(error.found == "nothing")
    }

    @Test(arguments: [
        "", ".", "..", "a/b", "/bin/sh", "../Sepia", "nul\0", "line\n", "\u{202E}txt",
        String(repeating: "x", count: 256),
    ])
    func `an executable that is not the name of one file is refused`(name: String) throws {
        let error = try refusal(Fixtures.setting(.string(name), at: "CFBundleExecutable"))
        #expect(error.code == .invalidValue)
        #expect(error.keyPath == "CFBundleExecutable")
        #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\u{202E}" })
    }

    @Test(arguments: ["Sepia", "Sépia 2", "名前", "a:b", "-rf", String(repeating: "x", count: 255)])
    func `any other file name is an executable's`(name: String) throws {
        #expect(
            try AppexManifest(Fixtures.setting(.string(name), at: "CFBundleExecutable"), file: "f").executable == name)
    }

    @Test(arguments: [
        "Sepia.Handler; exit(1)", "A..B", ".A", "A.", "1A", "A B", "A\n", "A/B", "A(B)", "A-B", "",
        String(repeating: "x", count: 257),
    ])
    func `a principal class that is no class name is refused`(name: String) throws {
        let plist = Fixtures.setting(.string(name), at: "NSExtension", "NSExtensionPrincipalClass")
        if name.isEmpty {
            #expect(try refusal(plist).code == .invalidValue)
        } else {
            #expect(try refusal(plist).keyPath == "NSExtension.NSExtensionPrincipalClass")
        }
    }

    @Test(arguments: ["APPL", "BNDL", "xpc!"])
    func `a package type other than XPC! is refused`(type: String) throws {
        #expect(try refusal(Fixtures.setting(.string(type), at: "CFBundlePackageType")).code == .invalidValue)
    }

    @Test(arguments: ["$(PRODUCT_NAME)", "x ${A} y", "$(PRODUCT_NAME:rfc1034identifier)", "$(open"])
    func `a build variable left anywhere is refused with its key path`(text: String) throws {
        let error = try refusal(Fixtures.setting(.array([.boolean(true), .string(text)]), at: "NSExtension", "X"))
        #expect(error.code == .buildVariable)
        #expect(error.keyPath == "NSExtension.X[1]")
    }

    @Test func `long or invisible text of a bundle does not reach a message whole`() throws {
        let key = String(repeating: "k", count: 5_000)
        let error = try refusal(
            Fixtures.setting(.string("$(" + String(repeating: "é", count: 5_000)), at: key, "\u{1B}[2J"))
        #expect(error.keyPath.utf8.count <= ManifestError.pathBytes)
        #expect(error.found.utf8.count <= ManifestError.foundBytes)
        #expect(!error.description.contains("\u{1B}"))
    }

    @Test func `a root that is no dictionary is refused`() throws {
        #expect(try refusal(.array([])).code == .wrongType)
    }
}

@Suite struct AppManifestTests {
    private static let app = Fixtures.setting(
        nil, at: "NSExtension", in: Fixtures.setting(.string("APPL"), at: "CFBundlePackageType"))

    @Test func `an app is read, with or without a package type`() throws {
        let manifest = try AppManifest(Self.app, file: "f")
        #expect(manifest.bundleIdentifier.rawValue == "org.example.darkroom.sepia")
        #expect(manifest.executable == "Sepia")
        #expect(manifest.packageType == "APPL")
        #expect(manifest.info["XSomethingUnknown"] != nil)
        let untyped = Fixtures.setting(nil, at: "CFBundlePackageType", in: Self.app)
        #expect(try AppManifest(untyped, file: "f").packageType == nil)
    }

    @Test func `an extension is no app`() throws {
        let error = try #require(throws: ManifestError.self) { try AppManifest(Fixtures.sepia, file: "f") }
        #expect(error.keyPath == "CFBundlePackageType")
    }
}

@Suite struct ExtensionDeclarationTests {
    @Test func `a source plist without identifier and with variables is read leniently`() throws {
        let plist = try Fixtures.parse(
            """
            <dict><key>NSExtension</key><dict>
              <key>NSExtensionPointIdentifier</key><string>com.apple.services</string>
              <key>NSExtensionPointVersion</key><string>2.0</string>
              <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Handler</string>
            </dict></dict>
            """)
        let declaration = try ExtensionDeclaration(plist, file: "f")
        #expect(declaration.principalClass == "$(PRODUCT_MODULE_NAME).Handler")
        #expect(declaration.pointVersion == "2.0")
        #expect(declaration.attributes.isEmpty)
    }

    @Test func `attributes that are no dictionary are refused`() throws {
        let plist = Fixtures.setting(.string("x"), at: "NSExtension", "NSExtensionAttributes")
        let error = try #require(throws: ManifestError.self) { try ExtensionDeclaration(plist, file: "f") }
        #expect(error.code == .wrongType)
        #expect(error.keyPath == "NSExtension.NSExtensionAttributes")
    }
}
