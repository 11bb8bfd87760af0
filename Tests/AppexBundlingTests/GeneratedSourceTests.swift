import AppexModel
import Foundation
import Testing

@testable import appex

@Suite final class GeneratedSourceTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The plan of a package with an app and an extension, of which some sources are given.
    private func plan(
        app: [String: String] = ["App.swift": "import UIKit\n@main class AppDelegate {}"], share: [String: String]
    ) throws -> BundlePlan {
        var files = app.reduce(into: [String: String]()) { $0["Sources/App/\($1.key)"] = $1.value }
        for (name, text) in share { files["Sources/Share/\(name)"] = text }
        try ProjectFiles.write(files, into: folder)
        let json = """
            {"name": "P", "path": "\(folder.path)", "targets": [
                {"name": "App", "c99name": "App", "type": "executable", "path": "Sources/App"},
                {"name": "Controls", "c99name": "Controls", "type": "library", "path": "Sources/Controls"},
                {"name": "Share", "c99name": "Share", "type": "executable", "path": "Sources/Share",
                 "target_dependencies": ["Controls"]}],
             "products": [{"name": "App", "targets": ["App"], "type": {"executable": null}},
                {"name": "Share", "targets": ["Share"], "type": {"executable": null}}]}
            """
        let description = try PackageDescription.reading(Data(json.utf8), package: "P")
        let declaration: PropertyListValue = .dictionary([
            "NSExtensionPointIdentifier": .string("com.apple.share-services"),
            "NSExtensionPrincipalClass": .string("$(PRODUCT_MODULE_NAME).Handler"),
        ])
        return try BundlePlan(description) { path in
            switch path.hasSuffix("Info.plist") ? path.split(separator: "/").dropLast().last : nil {
            case "App": .dictionary(["CFBundlePackageType": .string("APPL")])
            case "Share": .dictionary(["NSExtension": declaration])
            default: nil
            }
        }
    }

    private func text(_ plan: BundlePlan, _ target: String) throws -> String? {
        try GeneratedSource(of: #require(plan.bundles.first { $0.target == target })).text
    }

    @Test func `an extension begins with its principal class and an app with its delegate`() throws {
        let plan = try plan(share: ["Handler.swift": "class Handler: NSObject {}"])
        #expect(try text(plan, "Share")?.contains("ExtensionMain.run(principalClass: \"Share.Handler\")") == true)
        #expect(try text(plan, "Share")?.contains("import OpenUIKit") == false)
        #expect(try text(plan, "App")?.contains("UIApplication.run { AppDelegate() }") == true)
    }

    @Test func `a target that is used with views makes the extension one with views`() throws {
        let plan = try plan(share: ["Handler.swift": "class Handler: Control {}"])
        try ProjectFiles.write(["Sources/Controls/Control.swift": "public import OpenUIKit"], into: folder)
        #expect(try text(plan, "Share")?.contains("import OpenUIKit") == true)
    }

    @Test func `a program that begins in a source of its own gets none, also after it had one`() throws {
        let plan = try plan(
            app: ["main.swift": "print(1)"], share: ["Handler.swift": "@main enum Main { static func main() {} }"])
        #expect(try text(plan, "App") == nil && text(plan, "Share") == nil)
        try ProjectFiles.write(
            [
                "Sources/Share/\(GeneratedSource.name)":
                    "// Generated from Info.plist.\n@main enum GeneratedEntryPoint {}"
            ],
            into: folder)
        let source = try GeneratedSource(of: #require(plan.bundles.last))
        #expect(source.text == nil)
        try source.write()
        #expect(!FileManager.default.fileExists(atPath: source.file.path))
    }

    @Test(arguments: [
        ["Handler.swift": "class Handler: NSObject {}"], ["Handler.swift": "@main enum Main { static func main() {} }"],
    ])
    func `a file that was not generated is neither replaced nor removed`(share: [String: String]) throws {
        let plan = try plan(share: share)
        try ProjectFiles.write(["Sources/Share/\(GeneratedSource.name)": "// My own work."], into: folder)
        let source = try GeneratedSource(of: #require(plan.bundles.last))
        #expect(throws: BundlingError.self) { try source.write() }
        #expect(try String(contentsOf: source.file, encoding: .utf8) == "// My own work.")
    }

    @Test(arguments: [
        ("@main enum Main {}", true), ("  @MainActor @main\nfinal class App {}", true),
        ("func f() { ExtensionMain.run {} }", true),
        ("func f() {\n    ExtensionMain\n        .run {}\n}", true), ("let quote = /\"/\n@main enum Main {}", true),
        ("// @main is generated.", false), ("/* ExtensionMain.run */", false), ("let s = \"@main\"", false),
        ("let s = \"\"\"\n    @main\n    \"\"\"", false), ("let key = \"NSExtensionMainStoryboard\"", false),
        ("class ShareExtensionMainViewController: UIViewController {}", false), ("import ExtensionMain", false),
        ("@mainly enum Main {}", false),
    ])
    func `a source begins the program if its code says so, not a comment or a string`(source: String, expected: Bool) {
        #expect(WrittenEntryPoint.isWritten(inSource: "import Foundation\n\(source)\n") == expected)
    }

    @Test func `a comment with the attribute does not keep an extension from beginning with its principal class`()
        throws
    {
        let plan = try plan(share: ["Handler.swift": "// There is no @main.\nclass Handler: NSObject {}"])
        #expect(try text(plan, "Share")?.contains("ExtensionMain.run") == true)
    }

    @Test func `an app whose sources begin no program is reported`() throws {
        let plan = try plan(
            app: ["App.swift": "// @main\nenum App {}", "Other.swift": ""],
            share: ["Handler.swift": "class Handler: NSObject {}"])
        #expect(throws: BundlingError.noAppMain(target: "App")) { try self.text(plan, "App") }
        // A single source can consist of statements.
        try FileManager.default.removeItem(at: folder.appending(path: "Sources/App/Other.swift"))
        #expect(try text(plan, "App") == nil)
    }

    @Test func `a source that is right is not written again`() throws {
        let plan = try plan(share: ["Handler.swift": "class Handler: NSObject {}"])
        let source = try GeneratedSource(of: #require(plan.bundles.last))
        try source.write()
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: source.file.path)
        // The generated source is not one of those from which it is made.
        try GeneratedSource(of: #require(plan.bundles.last)).write()
        let attributes = try FileManager.default.attributesOfItem(atPath: source.file.path)
        #expect(attributes[.modificationDate] as? Date == past)
        #expect(SourceSnapshot(of: folder.path).change(since: SourceSnapshot(of: folder.path)) == nil)
    }

    @Test func `a generated source is no change of the package`() throws {
        let plan = try plan(share: ["Handler.swift": "class Handler: NSObject {}"])
        let before = SourceSnapshot(of: folder.path)
        try GeneratedSource(of: #require(plan.bundles.last)).write()
        #expect(SourceSnapshot(of: folder.path).change(since: before) == nil)
    }

    @Test(arguments: [
        ("import UIKit", true), ("@_exported public import Social", true), ("  import class UIKit.UIView", true),
        ("@testable import OpenUIKit", true), ("import PhotosUI", true), ("// import UIKit", false),
        ("import UIKitten", false), ("import Foundation", false), ("important(UIKit)", false),
    ])
    func `an import of a module with views is recognized`(line: String, expected: Bool) {
        #expect(GeneratedSource.importsView("import Foundation\n\(line)\n") == expected)
    }
}
