import AppexModel
import AppexSystem
import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite final class CheckTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    private var app: URL { folder.appending(path: "Shop.app") }

    init() throws {
        try ProjectFiles.write(
            [
                "Shop.app/Info.plist": Self.manifest("org.example.shop", "Shop"),
                "Shop.app/PlugIns/Till.appex/Info.plist": Self.manifest(
                    "org.example.shop.till", "Till", Self.declaration()),
            ], into: folder)
        // The beginning of a program for this machine.
        let program = try FileContent.prefix(of: "/bin/true", limit: 1 << 20)
        for path in ["Shop", "PlugIns/Till.appex/Till"] { try write(program, to: path) }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: app.appending(path: path))
        try permit(path, 0o755)
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
        #expect(checked.extensions.map(\.point) == ["com.apple.services"] && checked.mistakes.texts(.warning).isEmpty)
    }

    @Test func `a misspelt key of a rule is told with the key that was meant`() throws {
        try replace(
            Self.manifest("org.example.shop.till", "Till", Self.declaration(text: "NSExtensionActivationSupportText")))
        let advice = try CheckedApp(at: app).mistakes.texts(.warning)
        #expect(advice.contains { $0.contains("NSExtensionActivationSupportsText") })
    }

    @Test func `a repeated key of an Info.plist is told, and its last value counts`() throws {
        let declaration = Self.declaration()
        try replace(
            Self.manifest("org.example.shop.till", "Till", "<key>NSExtension</key><dict/>" + declaration))
        let checked = try CheckedApp(at: app)
        #expect(checked.extensions.map(\.point) == ["com.apple.services"])
        let warnings = checked.mistakes.texts(.warning)
        #expect(warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.contains("the key \"NSExtension\" in one dictionary. The last value counts") == true)
    }

    private static let tillManifest = "Shop.app/PlugIns/Till.appex/Info.plist"

    @Test func `AT-91: other versions than the app's are warned of`() throws {
        try replace(
            Self.manifest(
                "org.example.shop.till", "Till",
                "<key>CFBundleShortVersionString</key><string>2</string>" + Self.declaration()))
        let advice = try CheckedApp(at: app).mistakes.texts(.warning)
        #expect(advice.count == 1 && advice[0].hasPrefix("\(Self.tillManifest): CFBundleVersion and"), "\(advice)")
    }

    @Test(arguments: ["Frameworks", "PlugIns", "Extensions"])
    func `AT-92: a folder that only an app may have is reported in an extension`(name: String) throws {
        try FileManager.default.createDirectory(
            at: app.appending(path: "PlugIns/Till.appex/\(name)"), withIntermediateDirectories: false)
        let advice = try CheckedApp(at: app).mistakes.texts(.warning)
        #expect(advice == ["\(Self.tillManifest): The extension contains a folder \(name); only an app may."])
    }

    @Test(arguments: [("17.0", 1), ("16.0", 0), ("15.9", 0)])
    func `an extension for newer systems than its app is warned of (V17)`(minimum: String, count: Int) throws {
        try ProjectFiles.write(
            [
                "Shop.app/Info.plist": Self.manifest(
                    "org.example.shop", "Shop", "<key>MinimumOSVersion</key><string>16.0</string>")
            ], into: folder)
        try replace(
            Self.manifest(
                "org.example.shop.till", "Till",
                "<key>MinimumOSVersion</key><string>\(minimum)</string>" + Self.declaration()))
        #expect(try CheckedApp(at: app).mistakes.texts(.warning).count == count)
    }

    @Test(arguments: [("Page", 0), ("Other", 1), ("../Page", 1), ("", 1)])
    func `a script for web pages that is not in the extension is named (V20)`(name: String, count: Int) throws {
        try ProjectFiles.write(
            ["Shop.app/PlugIns/Till.appex/Page.js": "", "Shop.app/PlugIns/Page.js": ""], into: folder)
        let declaration = Self.declaration().replacing(
            "<key>NSExtensionActivationRule</key>",
            with: "<key>NSExtensionJavaScriptPreprocessingFile</key><string>\(name)</string>"
                + "<key>NSExtensionActivationRule</key>")
        try replace(Self.manifest("org.example.shop.till", "Till", declaration))
        let advice = try CheckedApp(at: app).mistakes.texts(.warning)
        #expect(advice.count(where: { $0.contains("names \(name).js, which") }) == count, "\(advice)")
    }

    @Test(arguments: ["Shop", "PlugIns/Till.appex/Till"])
    func `a program that cannot run here is refused (V14)`(path: String) throws {
        var program = try FileContent.prefix(of: "/proc/self/exe", limit: 64)
        func refusal() throws -> String {
            "\(try #require(throws: ManifestError.self) { try CheckedApp(at: app) })"
        }
        program[18] = 8  // MIPS
        try write(program, to: path)
        #expect(try refusal().contains("which is for a machine of another architecture"))
        program[18] = ProgramFormat.header[18]
        program[16] = 1  // an object file
        try write(program, to: path)
        #expect(try refusal().contains("which is not a program for Linux"))
        try write(Array("#!/bin/sh\n".utf8), to: path)
        #expect(try refusal().contains("which is a script, not a program for Linux"))
        for broken in [[], [0x7F, 0x45, 0x4C, 0x46], Array("MZ and twenty bytes more".utf8)] as [[UInt8]] {
            try write(broken, to: path)
            #expect(try refusal().contains("which is not a program for Linux"))
        }
    }

    @Test(arguments: ["Shop", "PlugIns/Till.appex/Till"])
    func `a library that is missing is named, and a program that was cut off is told (V14)`(path: String) throws {
        var program = try Array(Data(contentsOf: URL(filePath: "/bin/ls")))
        func advice() throws -> [String] { try CheckedApp(at: app).mistakes.texts(.warning) }
        try write(program, to: path)
        #expect(try advice() == [])
        let name = Array("libc.so.6".utf8)
        let place = try #require(
            program.indices.first { program[$0...].starts(with: name) }, "ls is linked to the C library")
        program[place + 3] = UInt8(ascii: "q")
        try write(program, to: path)
        #expect(
            try advice() == ["Shop.app/\(path): The executable needs the library libq.so.6, which is missing."])
        for length in [20, 64, 100, 1000] {
            try write(Array(program[..<length]), to: path)
            #expect(try advice() == ["Shop.app/\(path): The executable is not a whole program."])
        }
        // Hostile numbers are no whole program either, whatever they are.
        for position in 24..<64 {
            var broken = program
            broken[position] = 0xFF
            try write(broken, to: path)
            _ = try advice()
        }
    }

    @Test func `a rule that accepts everything is what only stores reject (V4)`() throws {
        let declaration = Self.declaration().replacing(
            /<dict><key>NSExtensionActivationSupportsText.*?<\/dict>/, with: "<string>TRUEPREDICATE</string>")
        try replace(Self.manifest("org.example.shop.till", "Till", declaration))
        let checked = try CheckedApp(at: app)
        #expect(checked.mistakes.texts(.warning) == [])
        #expect(
            checked.mistakes.texts(.store) == [
                "\(Self.tillManifest): NSExtensionActivationRule is TRUEPREDICATE, which Apple's stores reject."
            ])
    }

    @Test func `what has no effect in entitlements is told, and what cannot be read is refused`() throws {
        let place = "Shop.app/PlugIns/Till.appex/archived-expanded-entitlements.xcent"
        func entitlements(_ text: String) throws {
            try ProjectFiles.write([place: "<plist version=\"1.0\"><dict>\(text)</dict></plist>"], into: folder)
        }
        try entitlements("<key>keychain-access-groups</key><array/>")
        #expect(
            try CheckedApp(at: app).mistakes.texts(.warning)
                == ["\(place): The entitlement keychain-access-groups grants nothing: there is no keychain yet."])
        try entitlements("<key>com.apple.security.application-groups</key><array><string>shop</string></array>")
        #expect(throws: ManifestError.self) { try CheckedApp(at: self.app) }
    }

    @Test func `extension points of the app are checked`() throws {
        func points(_ text: String) throws {
            try ProjectFiles.write(
                ["Shop.app/Extensions/Shop.appextensionpoint": "<plist version=\"1.0\"><dict>\(text)</dict></plist>"],
                into: folder)
        }
        try points("<key>org.example.shop.price</key><dict/>")
        #expect(try CheckedApp(at: app).mistakes.texts(.warning).isEmpty)
        try points("<key>org.example.shop.price</key><dict><key>EXRequiredEntitlements</key><dict/></dict>")
        let advice = try CheckedApp(at: app).mistakes.texts(.warning)
        #expect(advice.count == 1 && advice[0].hasPrefix("Shop.app/Extensions/Shop.appextensionpoint: "), "\(advice)")
        try points("<key>org.example.other.price</key><dict/>")
        let error = #expect(throws: ManifestError.self) { try CheckedApp(at: self.app) }
        #expect(error?.code == .identifierNotPrefixed)
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
            guard path.hasSuffix("/Info.plist") else { return nil }
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
