import AppexModel
import Foundation
import Testing

@testable import appex

@Suite final class CheckTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    private var app: URL { folder.appending(path: "Shop.app") }

    init() throws {
        try ProjectFiles.write(
            [
                "Shop.app/Info.plist": Self.manifest("org.example.shop", "Shop"), "Shop.app/Shop": "",
                "Shop.app/PlugIns/Till.appex/Info.plist": Self.manifest(
                    "org.example.shop.till", "Till", Self.declaration()),
                "Shop.app/PlugIns/Till.appex/Till": "",
            ], into: folder)
        for program in ["Shop", "PlugIns/Till.appex/Till"] { try permit(program, 0o755) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func permit(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: app.appending(path: path).path)
    }

    private static func manifest(_ identifier: String, _ program: String, _ more: String = "") -> String {
        """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>\(program)</string>\(more)</dict></plist>
        """
    }

    private static func declaration(text: String = "NSExtensionActivationSupportsText") -> String {
        """
        <key>CFBundlePackageType</key><string>XPC!</string>
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.services</string>
        <key>NSExtensionPrincipalClass</key><string>Till.Handler</string>
        <key>NSExtensionAttributes</key><dict><key>NSExtensionActivationRule</key><dict><key>\(text)</key><true/></dict></dict>
        </dict>
        """
    }

    private func replace(_ text: String) throws {
        try ProjectFiles.write(["Shop.app/PlugIns/Till.appex/Info.plist": text], into: folder)
    }

    @Test func `an app without mistakes is described`() throws {
        let checked = try CheckedApp(at: app)
        #expect(checked.identifier == "org.example.shop" && checked.name == "Shop.app")
        #expect(checked.extensions.map(\.point) == ["com.apple.services"] && checked.advice.isEmpty)
    }

    @Test func `a misspelt key of a rule is told with the key that was meant`() throws {
        try replace(
            Self.manifest("org.example.shop.till", "Till", Self.declaration(text: "NSExtensionActivationSupportText")))
        let advice = try CheckedApp(at: app).advice
        #expect(advice.contains { $0.contains("NSExtensionActivationSupportsText") })
    }

    @Test func `an app that could not be installed is refused with the file and the key`() throws {
        func code() -> ManifestError.Code? {
            do throws(ManifestError) { _ = try CheckedApp(at: app) } catch { return error.code }
            return nil
        }
        try replace(Self.manifest("org.example.other", "Till", Self.declaration()))
        #expect(code() == .identifierNotPrefixed)
        try replace(Self.manifest("org.example.shop.till", "Nobody", Self.declaration()))
        #expect(code() == .invalidValue)
        try replace("no property list")
        #expect(code() == .syntax)
        try replace(Self.manifest("org.example.shop.till", "Till"))
        #expect(code() == .extensionStyle)
        try FileManager.default.removeItem(at: app.appending(path: "PlugIns/Till.appex/Info.plist"))
        #expect(code() == .missing)
        try FileManager.default.removeItem(at: app.appending(path: "PlugIns"))
        #expect(code() == nil)
        try permit("Shop", 0o644)
        #expect(code() == .invalidValue)
    }

    @Test(arguments: [
        ("final class Handler: NSObject {}", true), ("class `Handler` {}", true), ("typealias Handler = Other", true),
        ("final class Handlers {}", false), ("// Handler", false), ("struct Handler {}", false),
    ])
    func `a principal class is looked for in the sources of its target`(source: String, isFound: Bool) throws {
        let package = try PackageDescription.reading(
            Data(
                """
                {"name": "Shop", "path": "\(folder.path)", "targets": [
                {"name": "Shop", "c99name": "Shop", "type": "executable", "path": "Shop.app"},
                {"name": "Till", "c99name": "Till", "type": "executable", "path": "Till"}],
                "products": [{"name": "Shop", "targets": ["Shop"], "type": {"executable": null}},
                {"name": "Till", "targets": ["Till"], "type": {"executable": null}}]}
                """.utf8), package: "Shop")
        try ProjectFiles.write(["Till/a/b.swift": source], into: folder)
        let plan = try BundlePlan(package) { path throws(BundlingError) in
            let text =
                path.contains("/Till/")
                ? Self.manifest("org.example.shop.till", "Till", Self.declaration())
                : Self.manifest("org.example.shop", "Shop", "<key>CFBundlePackageType</key><string>APPL</string>")
            return try refusingManifestErrors { () throws(ManifestError) in
                try PropertyListValue(parsing: Array(text.utf8), file: path)
            }
        }
        let till = try #require(plan.apps.first?.extensions.first)
        if isFound {
            try PrincipalClass.check(till, in: folder.appending(path: "Till"))
        } else {
            let error = #expect(throws: BundlingError.self) {
                try PrincipalClass.check(till, in: self.folder.appending(path: "Till"))
            }
            #expect(error?.description.contains("do not declare the class Handler") == true)
        }
    }
}
