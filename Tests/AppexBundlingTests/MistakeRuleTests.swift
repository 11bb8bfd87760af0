import AppexActivation
import AppexModel
import AppexSystem
import Foundation
import OpenUniformTypeIdentifiers
import SystemPackage
import Testing

@testable import appex

/// Each rule for mistakes, by what each command says of an app, a package and an Info.plist in which the mistake was made.
@Suite final class MistakeRuleTests {
    /// A mistake, made in an app with one extension that has none.
    struct Example: Sendable, CustomTestStringConvertible {
        /// The rule that finds it.
        let rule: String
        /// A part of what is said.
        let said: String
        /// Changes the Info.plist of the extension.
        var extensionPlist: @Sendable (inout [String: PropertyListValue]) -> Void = { _ in }
        /// Changes the Info.plist of the app.
        var appPlist: @Sendable (inout [String: PropertyListValue]) -> Void = { _ in }
        /// Changes the `NSExtension` of the extension.
        var declaration: @Sendable (inout [String: PropertyListValue]) -> Void = { _ in }
        /// Changes the `NSExtensionAttributes` of the extension.
        var attributes: @Sendable (inout [String: PropertyListValue]) -> Void = { _ in }
        /// Files, relative to the folder of the extension in a package and in an app.
        var files: [String: String] = [:]
        /// Whether a program that needs a missing library takes the place of the extension's.
        var hasBrokenProgram = false
        var testDescription: String { rule }
    }

    static let examples: [Example] = [
        Example(
            rule: "misspeltKey", said: "Did you mean CFBundleIdentifier?",
            extensionPlist: { $0["CFBundleIdentifer"] = .string("org.example.shop.till") }),
        Example(
            rule: "misplacedKey", said: "it belongs in NSExtensionAttributes",
            declaration: { $0["NSExtensionServiceRoleType"] = .string("NSExtensionServiceRoleTypeViewer") }),
        Example(
            rule: "unknownPoint", said: "Did you mean com.apple.ui-services?",
            declaration: { $0["NSExtensionPointIdentifier"] = .string("com.apple.ui-service") }),
        Example(
            rule: "style", said: "declares itself by EXAppExtensionAttributes",
            declaration: { $0["NSExtensionPointIdentifier"] = .string("com.apple.appintents-extension") }),
        Example(
            rule: "principalObject", said: "neither an NSExtensionPrincipalClass nor an NSExtensionMainStoryboard",
            declaration: { $0["NSExtensionPrincipalClass"] = nil }),
        Example(
            rule: "keyType", said: "it has to be a boolean",
            attributes: { $0["NSExtensionServiceAllowsToolbarItem"] = .string("YES") }),
        Example(
            rule: "keyValue", said: "it can contain Image, Video, LivePhoto",
            declaration: { $0["NSExtensionPointIdentifier"] = .string("com.apple.photo-editing") },
            attributes: { $0["PHSupportedMediaTypes"] = .array([.string("Photo")]) }),
        Example(
            rule: "neverOffered", said: "accepts no kind of attachment",
            attributes: { $0["NSExtensionActivationRule"] = .dictionary([:]) }),
        Example(
            rule: "activationRule", said: "Did you mean NSExtensionActivationSupportsText?",
            attributes: {
                $0["NSExtensionActivationRule"] = .dictionary([
                    "NSExtensionActivationSupportText": .boolean(true),
                    "NSExtensionActivationSupportsFileWithMaxCount": .integer(1),
                ])
            }),
        Example(
            rule: "undeclaredType", said: "Did you mean public.image?",
            attributes: {
                $0["NSExtensionActivationRule"] = .string(
                    #"SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, "#
                        + #"ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.imge").@count > 0).@count > 0"#)
            }),
        Example(
            rule: "noHost", said: "they need a host of your own",
            declaration: { $0["NSExtensionPointIdentifier"] = .string("com.apple.keyboard-service") }),
        Example(
            rule: "acceptsEverything", said: "which Apple's stores reject",
            attributes: { $0["NSExtensionActivationRule"] = .string("TRUEPREDICATE") }),
        Example(
            rule: "capture", said: "may not use the camera",
            extensionPlist: { $0["NSCameraUsageDescription"] = .string("To scan.") }),
        Example(
            rule: "entitlements", said: "there is no keychain yet",
            files: [
                "ENTITLEMENTS": "<plist version=\"1.0\"><dict><key>keychain-access-groups</key><array/></dict></plist>"
            ]),
        Example(
            rule: "points", said: "Did you mean EXPresentsUserInterface?",
            files: [
                "POINTS": """
                <plist version="1.0"><dict><key>org.example.shop.price</key><dict><key>EXPresentUserInterface</key><true/>
                </dict></dict></plist>
                """
            ]),
        Example(
            rule: "repeatedKeys", said: "The last value counts",
            files: [
                "Info.plist": """
                <plist version="1.0"><dict>
                <key>CFBundleIdentifier</key><string>org.example.shop.till</string>
                <key>CFBundleExecutable</key><string>Till</string>
                <key>CFBundleVersion</key><string>1</string><key>CFBundleShortVersionString</key><string>1.0</string>
                <key>CFBundlePackageType</key><string>XPC!</string><key>NSExtension</key><dict/>
                <key>NSExtension</key><dict>
                <key>NSExtensionPointIdentifier</key><string>com.apple.services</string>
                <key>NSExtensionPrincipalClass</key><string>Till.Handler</string></dict>
                </dict></plist>
                """
            ]),
        Example(
            rule: "versions", said: "differ from the app's", extensionPlist: { $0["CFBundleVersion"] = .string("7") }),
        Example(
            rule: "minimumSystem", said: "above the app's",
            extensionPlist: { $0["MinimumOSVersion"] = .string("99.0") }),
        Example(
            rule: "script", said: "Did you mean Page?",
            attributes: { $0["NSExtensionJavaScriptPreprocessingFile"] = .string("Pages") },
            files: ["RESOURCES/Page.js": ""]),
        Example(
            rule: "unusedEntitlements", said: "The file is not used", files: ["Other.entitlements": "<plist/>"]),
        Example(rule: "folders", said: "only an app may", files: ["PlugIns/a": ""]),
        Example(rule: "libraries", said: "is not a whole program", hasBrokenProgram: true),
        Example(rule: "unsigned", said: "The app is not signed"),
    ]

    private let folder = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `every rule has an example and a name of its own`() {
        #expect(MistakeRule.all.map(\.name).sorted() == Self.examples.map(\.rule).sorted())
    }

    @Test(arguments: examples)
    func `every command that can know a mistake finds it`(example: Example) throws {
        let rule = try #require(MistakeRule.all.first { $0.name == example.rule })
        let package = try packageMistakes(example)
        let app = try CheckedApp(at: assembled(example)).mistakes
        let manifest = try explained(example)
        func isSaid(_ texts: [String]) -> Bool { texts.contains { $0.contains(example.said) } }
        // `check PACKAGE`, `bundle` and `dev` print the mistakes of the plan, `check APP` and `install` those of the app.
        let ofPackage = package.filter { $0.severity == rule.severity }.map(\.text)
        let ofApp = app.filter { $0.severity == rule.severity }.map(\.text)
        #expect(isSaid(ofPackage) == (rule.scope != .assembled), "\(package)")
        #expect(isSaid(ofApp) == (rule.scope != .package), "\(app)")
        let isExplained = rule.scope == .manifest && rule.severity != .store
        #expect(isSaid(manifest) == isExplained, "\(manifest)")
    }

    @Test func `an app and a package without mistakes are left alone`() throws {
        let example = Example(rule: "", said: "")
        #expect(try packageMistakes(example) == [])
        #expect(try CheckedApp(at: assembled(example)).mistakes.map(\.severity) == [.note], "It is not signed.")
        #expect(try explained(example) == [])
    }

    @Test func `what is said of an installed extension includes its files`() throws {
        let example = try #require(Self.examples.first { $0.rule == "script" })
        let place = try assembled(example).appending(path: "PlugIns/Till.appex").path
        let said = try #require(ExplainedExtension.mistakes(inBundleAt: place))
        #expect(said.count == 1 && said[0].contains(example.said), "\(said)")
    }

    // MARK: Making the mistakes

    private static func plists(_ example: Example) -> (app: PropertyListValue, extension: PropertyListValue) {
        var attributes: [String: PropertyListValue] = [
            "NSExtensionActivationRule": .dictionary(["NSExtensionActivationSupportsText": .boolean(true)])
        ]
        example.attributes(&attributes)
        var declaration: [String: PropertyListValue] = [
            "NSExtensionPointIdentifier": .string("com.apple.services"),
            "NSExtensionPrincipalClass": .string("Till.Handler"), "NSExtensionAttributes": .dictionary(attributes),
        ]
        example.declaration(&declaration)
        var appex: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string("org.example.shop.till"), "CFBundleExecutable": .string("Till"),
            "CFBundleVersion": .string("1"), "CFBundleShortVersionString": .string("1.0"),
            "CFBundlePackageType": .string("XPC!"), "NSExtension": .dictionary(declaration),
        ]
        example.extensionPlist(&appex)
        var app: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string("org.example.shop"), "CFBundleExecutable": .string("Shop"),
            "CFBundleVersion": .string("1"), "CFBundleShortVersionString": .string("1.0"),
            "CFBundlePackageType": .string("APPL"),
        ]
        example.appPlist(&app)
        return (.dictionary(app), .dictionary(appex))
    }

    private func write(_ text: String, to path: String) throws {
        try ProjectFiles.write([path: text], into: folder)
    }

    /// The mistakes that are found in the package before it is built.
    private func packageMistakes(_ example: Example) throws -> [Mistake] {
        let (app, appex) = Self.plists(example)
        for (name, text) in example.files {
            let path =
                switch name {
                case "ENTITLEMENTS": "Till/Till.entitlements"
                case "POINTS": "Shop/Shop.appextensionpoint"
                default: "Till/" + name.replacing("RESOURCES", with: "Resources")
                }
            try write(text, to: "Package/\(path)")
        }
        try write("", to: "Package/Till/Handler.swift")
        let place = folder.appending(path: "Package").path
        let package = try PackageDescription.reading(
            Data(
                """
                {"name": "Shop", "path": "\(place)", "targets": [
                {"name": "Shop", "c99name": "Shop", "type": "executable", "path": "Shop"},
                {"name": "Till", "c99name": "Till", "type": "executable", "path": "Till"}],
                "products": [{"name": "Shop", "targets": ["Shop"], "type": {"executable": null}},
                {"name": "Till", "targets": ["Till"], "type": {"executable": null}}]}
                """.utf8), package: "Shop")
        return try BundlePlan(package) { path throws(BundlingError) in
            if path.hasSuffix("Shop/Info.plist") { return app }
            if path.hasSuffix("Till/Info.plist") { return appex }
            guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return nil }
            return try refusingManifestErrors { () throws(ManifestError) in
                try PropertyListValue(parsing: Array(bytes), file: path)
            }
        }.mistakes
    }

    /// The app with the mistake.
    private func assembled(_ example: Example) throws -> URL {
        let (app, appex) = Self.plists(example)
        let bundle = folder.appending(path: "Shop.app")
        let place = "Shop.app/PlugIns/Till.appex"
        for (name, text) in example.files {
            let path =
                switch name {
                case "ENTITLEMENTS": "\(place)/\(Entitlements.fileName)"
                case "POINTS": "Shop.app/Extensions/Shop.appextensionpoint"
                default: "\(place)/" + name.replacing("RESOURCES/", with: "")
                }
            try write(text, to: path)
        }
        for (path, plist) in [("Shop.app", app), (place, appex)] {
            guard path != place || example.files["Info.plist"] == nil else { continue }
            try write(String(decoding: plist.xmlBytes(), as: UTF8.self), to: "\(path)/Info.plist")
        }
        let program = try Data(FileContent.prefix(of: "/bin/true", limit: 1 << 20))
        for path in ["Shop", "PlugIns/Till.appex/Till"] {
            let isBroken = example.hasBrokenProgram && path != "Shop"
            let file = bundle.appending(path: path)
            try (isBroken ? program.prefix(1000) : program).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        return bundle
    }

    /// What `appex explain` says of the extension's Info.plist: the reason, and the notes.
    private func explained(_ example: Example) throws -> [String] {
        let text = String(decoding: Self.plists(example).extension.xmlBytes(), as: UTF8.self)
        try write(text, to: "Info.plist")
        let subject = try ExplainedExtension(manifest: folder.appending(path: "Info.plist").path, types: .system)
        let explanation = subject.explanation(for: [])
        return explanation.notes + (explanation.reason.contains(example.said) ? [explanation.reason] : [])
    }
}
