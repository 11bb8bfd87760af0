import AppexModel
import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

@Suite struct PortTests {
    let fixture: ProjectFixture

    init() throws { fixture = try ProjectFixture() }

    private func writeShare(_ change: (inout ProjectText.Target) -> Void = { _ in }) throws {
        try fixture.writeProject(.share(change))
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/Info.plist", sharePlist)
    }

    private func manifest(_ target: String) throws -> [String: PropertyListValue] {
        let text = try #require(fixture.text("out/Sources/\(target)/Info.plist"))
        return try #require(try PropertyListValue(parsing: Array(text.utf8), file: "Info.plist").dictionary)
    }

    @Test func `an extension becomes a target, and its app a small app with its identifier`() throws {
        try writeShare()
        let report = try fixture.port()
        #expect(ProjectFixture.problems(report) == [])
        #expect(report.isComplete)
        #expect(report.targets.map(\.name) == ["Note", "Share"])
        #expect(report.targets.map(\.kind) == [.placeholder, .appExtension])
        #expect(fixture.text("out/Sources/Share/ShareViewController.swift") == shareSource)
        #expect(try manifest("Note")["CFBundleIdentifier"] == .string("org.example.Note"))
        let share = try manifest("Share")
        #expect(share["CFBundleIdentifier"] == .string("org.example.Note.Share"))
        #expect(share["CFBundleShortVersionString"] == .string("1.0"))
        #expect(share["CFBundleVersion"] == .string("1"))
        #expect(share["CFBundlePackageType"] == .string("XPC!"))
        #expect(
            share["NSExtension"]?.dictionary?["NSExtensionPrincipalClass"]
                == .string("$(PRODUCT_MODULE_NAME).ShareViewController"))
    }

    @Test func `the package is built with the SDK, and contains no path of this machine`() throws {
        try writeShare()
        try fixture.write(
            "app/Share/ShareViewController.swift",
            "import Social\nimport UIKit\nimport Firebase\nclass ShareViewController {}\n")
        let report = try fixture.port()
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(package.components(separatedBy: SDKPackage.findsFrameworks).count == report.targets.count + 1)
        #expect(package.contains("dependencies: [\n                \"Firebase\",\n            ]"))
        for text in [".package(", ".product(", "plugins:", fixture.folder] { #expect(!package.contains(text)) }
        #expect(package.contains("exclude: [\"Info.plist\"]"))
        #expect(fixture.text("out/" + SDKPackage.editorConfigurationFile) == SDKPackage.editorConfiguration)
        #expect(fixture.text("out/.gitignore") == ".build/\nGeneratedEntryPoint.swift\n.appex-port-cache/\n")
    }

    @Test func `a package that depends on the sources of the kit names what is imported`() throws {
        try writeShare()
        try fixture.write(
            "app/Share/ShareViewController.swift", "import Social\nimport UIKit\nclass ShareViewController {}\n")
        _ = try fixture.port { $0.dependsOnKit = true }
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(package.contains(".product(name: \"Social\", package: \"Frameworks\")"))
        #expect(!package.contains("MobileCoreServices"))
        #expect(package.contains("exclude: [\"Info.plist\"]"))
        #expect(package.contains(".package(name: \"OpenExtensionKit\", path: \"\(fixture.folder)/kit\")"))
        #expect(package.contains("plugins: [.plugin(name: \"ExtensionEntryPoint\", package: \"OpenExtensionKit\")]"))
        #expect(!package.contains("unsafeFlags") && fixture.text("out/" + SDKPackage.editorConfigurationFile) == nil)
    }

    @Test func `a repeated port changes a package from one form into the other`() throws {
        try writeShare()
        _ = try fixture.port { $0.dependsOnKit = true }
        let sources = try #require(fixture.text("out/Package.swift"))
        let updated = try fixture.port()
        #expect(updated.result.kept == [] && fixture.text("out/Package.swift")?.contains("unsafeFlags") == true)
        // What `appex` generates for the SDK would begin the program twice beside what the plug-in generates.
        let generated = "out/Sources/Share/" + SDKPackage.generatedSource
        try fixture.write(generated, "@main enum GeneratedEntryPoint {}\n")
        #expect(try fixture.port().result.kept == [] && fixture.text(generated) != nil)
        let report = try fixture.port { $0.dependsOnKit = true }
        #expect(report.result.kept == [] && fixture.text(generated) == nil)
        #expect(fixture.text("out/Package.swift") == sources)
        #expect(fixture.text("out/" + SDKPackage.editorConfigurationFile) == nil)
    }

    @Test func `a source with the name of the generated one gets a different name`() throws {
        try writeShare { $0.sources.append("Share/GeneratedEntryPoint.swift") }
        try fixture.write("app/Share/GeneratedEntryPoint.swift", "let mine = 1\n")
        _ = try fixture.port()
        #expect(fixture.text("out/Sources/Share/GeneratedEntryPoint-2.swift") == "let mine = 1\n")
        #expect(fixture.text("out/Sources/Share/GeneratedEntryPoint.swift") == nil)
    }

    @Test func `imports and the entry point of a source whose lines end as on Windows are found`() {
        var text = "// First\r\nimport Social\r\nimport UIKit\r\n\t@main\r\nclass A {}\r\n"
        #expect(ImportScanner.modules(in: text) == ["Social": 2, "UIKit": 3])
        #expect(EntryPointAttribute.remove(from: &text) == 4)
        #expect(text == "// First\r\nimport Social\r\nimport UIKit\r\n\t/* @main */\r\nclass A {}\r\n")
    }

    @Test(arguments: [("5.0", ".v5"), ("4.2", ".v5"), ("6.0", ".v6")])
    func `the language mode is that of the target`(version: String, mode: String) throws {
        try writeShare { $0.settings["SWIFT_VERSION"] = version }
        _ = try fixture.port()
        let package = try #require(fixture.text("out/Package.swift"))
        let target = try #require(package.split(separator: "name: \"Share\"").last)
        #expect(target.contains(".swiftLanguageMode(\(mode))"))
    }

    @Test func `a repeated port writes nothing, and removes what the project no longer has`() throws {
        try writeShare { $0.sources.append("Share/More.swift") }
        try fixture.write("app/Share/More.swift", "let more = 1\n")
        _ = try fixture.port()
        let second = try fixture.port()
        #expect(second.result.written == 0)
        #expect(second.result.unchanged > 4)
        try writeShare()
        let third = try fixture.port()
        #expect(third.result.removed == 1)
        #expect(fixture.text("out/Sources/Share/More.swift") == nil)
    }

    @Test func `a repeated port reports what the first one does, and notices a change of a source`() throws {
        try writeShare()
        let text = "import os\n" + shareSource
        try fixture.write("app/Share/ShareViewController.swift", text)
        let first = try fixture.port()
        let second = try fixture.port()
        #expect(!first.notes.isEmpty)
        #expect(second.notes == first.notes)
        try fixture.write("app/Share/ShareViewController.swift", text + "let more = 1\n")
        #expect(try fixture.port().result.written == 1)
        #expect(fixture.text("out/Sources/Share/ShareViewController.swift")?.contains("let more = 1") == true)
    }

    @Test func `damaged results of an earlier port are replaced`() throws {
        try writeShare()
        _ = try fixture.port()
        try fixture.write("out/.appex-port-cache/Share.json", "{")
        #expect(try fixture.port().result.written == 0)
        #expect(fixture.text("out/.appex-port-cache/Share.json")?.hasPrefix("{\"") == true)
    }

    @Test func `files that the user has changed or added are kept`() throws {
        try writeShare()
        _ = try fixture.port()
        try fixture.write("out/Sources/Share/ShareViewController.swift", "// mine\n")
        try fixture.write("out/Sources/Share/Extra.swift", "// added\n")
        try fixture.write("app/Share/ShareViewController.swift", shareSource + "let new = 1\n")
        for _ in 0..<2 {
            let report = try fixture.port()
            #expect(report.result.kept == ["Sources/Share/ShareViewController.swift"])
            #expect(fixture.text("out/Sources/Share/ShareViewController.swift") == "// mine\n")
            #expect(fixture.text("out/Sources/Share/Extra.swift") == "// added\n")
        }
    }

    @Test func `a folder with other files is refused`() throws {
        try writeShare()
        try fixture.write("out/letter.txt", "Dear")
        #expect(throws: ProjectError.self) { try fixture.port() }
        #expect(fixture.text("out/letter.txt") == "Dear")
    }

    @Test func `a list that names files elsewhere does not remove them`() throws {
        try writeShare()
        _ = try fixture.port()
        try fixture.write("precious.txt", "text")
        let hash = OutputFolder.hash(Array("text".utf8))
        try fixture.write("out/.appex-port.json", "{\"version\":1,\"files\":{\"../precious.txt\":\"\(hash)\"}}")
        _ = try? fixture.port()
        #expect(fixture.text("precious.txt") == "text")
    }

    @Test func `a link in the package's folder is not followed`() throws {
        try writeShare()
        _ = try fixture.port()
        try fixture.write("elsewhere/keep.txt", "text")
        try FileManager.default.removeItem(atPath: fixture.folder + "/out/Sources/Share")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder + "/out/Sources/Share", withDestinationPath: "../../elsewhere")
        #expect(throws: ProjectError.self) { try fixture.port() }
        #expect(fixture.text("elsewhere/Info.plist") == nil)
    }

    @Test func `a module that is missing becomes an empty one with a warning`() throws {
        try writeShare()
        try fixture.write(
            "app/Share/ShareViewController.swift", "import UIKit\nimport Firebase\nclass ShareViewController {}\n")
        let report = try fixture.port()
        let note = try #require(report.notes.first { $0.message.contains("Firebase") })
        #expect(note.severity == .warning)
        #expect(note.line == 2)
        #expect(fixture.text("out/Sources/Firebase/Firebase.swift") != nil)
        #expect(fixture.text("out/Package.swift")?.contains("\"Firebase\",") == true)
    }

    @Test func `a framework of the project becomes a library with those that it imports`() throws {
        var text = ProjectText.share()
        text.targets.append(
            .init(name: "Core", type: "com.apple.product-type.framework", sources: ["Core/Core.swift"]))
        text.targets.append(
            .init(name: "Base", type: "com.apple.product-type.framework", sources: ["Base/Base.swift"]))
        text.targets.append(
            .init(name: "Other", type: "com.apple.product-type.framework", sources: ["Base/Other.swift"]))
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        try fixture.write("app/Core/Core.swift", "import Base\npublic struct Core {}\n")
        try fixture.write("app/Base/Base.swift", "public struct Base {}\n")
        try fixture.write("app/Base/Other.swift", "public struct Other {}\n")
        let report = try fixture.port()
        #expect(report.targets.map(\.name) == ["Base", "Core", "Note", "Share"])
        #expect(report.isComplete)
    }

    @Test func `a large framework that imports what does not exist becomes an empty module`() throws {
        var text = ProjectText.share()
        let sources = (0..<30).map { "Core/Core\($0).swift" }
        text.targets.append(.init(name: "Core", type: "com.apple.product-type.framework", sources: sources))
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        for source in sources { try fixture.write("app/" + source, "import QuartzCore\n") }
        #expect(try fixture.port().targets.first?.sourceCount == 30)
        try fixture.write("app/Core/Core7.swift", "import MapKit\n")
        let report = try fixture.port()
        #expect(report.targets.first?.sourceCount == 0)
        #expect(ProjectFixture.problems(report).contains { $0.contains("MapKit") })
    }

    @Test func `frameworks that import each other are an error, not a package that cannot be built`() throws {
        var text = ProjectText.share()
        text.targets.append(.init(name: "Core", type: "com.apple.product-type.framework", sources: ["Core/Core.swift"]))
        text.targets.append(.init(name: "Base", type: "com.apple.product-type.framework", sources: ["Base/Base.swift"]))
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        try fixture.write("app/Core/Core.swift", "import Base\n")
        try fixture.write("app/Base/Base.swift", "import Core\n")
        let report = try fixture.port()
        #expect(report.notes.contains { $0.severity == .error && $0.message.contains("import each other") })
    }

    @Test func `a local package's module becomes a library`() throws {
        var text = ProjectText.share()
        text.extraObjects = "LOCAL = {isa = XCLocalSwiftPackageReference; relativePath = Packages/Kit; };"
        text.extraKeys = "packageReferences = (LOCAL);"
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import NoteKit\nclass ShareViewController {}\n")
        try fixture.write("app/Packages/Kit/Package.swift", "// swift-tools-version: 6.0\n")
        try fixture.write("app/Packages/Kit/Sources/NoteKit/A/Note.swift", "public struct Note {}\n")
        let report = try fixture.port()
        #expect(report.isComplete)
        #expect(fixture.text("out/Sources/NoteKit/Note.swift") == "public struct Note {}\n")
    }

    @Test(arguments: [
        ("LOCAL = {isa = XCLocalSwiftPackageReference; relativePath = ../core; };", "packageReferences = (LOCAL);"),
        (
            "LOCAL = {isa = PBXFileReference; lastKnownFileType = wrapper; path = ../core; sourceTree = \"<group>\"; };",
            ""
        ),
    ])
    func `a local package outside of the folder is named, with a folder that contains it`(object: String, key: String)
        throws
    {
        var text = ProjectText.share()
        text.extraObjects = object
        text.extraKeys = key
        if key.isEmpty { text.extraChildren = ["LOCAL"] }
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        try fixture.write("core/Package.swift", "// swift-tools-version: 6.0\n")
        try fixture.write("core/Sources/Core/Core.swift", "public struct Core {}\n")
        let problems = ProjectFixture.problems(try fixture.port())
        let problem = try #require(problems.first { $0.contains("\(fixture.folder)/core") })
        #expect(problem.contains("is outside of \(fixture.folder)/app"))
        #expect(problem.hasSuffix("such as \(fixture.folder)."))
        // Nothing of it is read.
        #expect(fixture.text("out/Sources/Core/Core.swift")?.contains("struct Core") != true)
    }

    @Test func `a local package that does not exist is named`() throws {
        var text = ProjectText.share()
        text.extraObjects = "LOCAL = {isa = XCLocalSwiftPackageReference; relativePath = ../core; };"
        text.extraKeys = "packageReferences = (LOCAL);"
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        #expect(ProjectFixture.problems(try fixture.port()).contains { $0.contains("/core does not exist") })
    }

    @Test func `a name that Apple has and that is missing here is named with its page`() throws {
        try writeShare()
        try fixture.write(
            "app/Share/ShareViewController.swift",
            "import UIKit\nclass ShareViewController: UIViewController {\n    let printer: UIPrinter? = nil\n}\n")
        let report = try fixture.port()
        let note = try #require(report.notes.first { $0.message.contains("UIPrinter") })
        #expect(note.line == 3)
        #expect(note.message.contains("RemainingInterface/UIKit.md"))
    }

    @Test func `a source of Swift 2 is named`() throws {
        try writeShare()
        try fixture.write(
            "app/Share/ShareViewController.swift",
            "class ShareViewController {\n    func done() { context.completeRequestReturningItems(nil) }\n}\n")
        let note = try #require(try fixture.port().notes.first { $0.message.contains("Swift 2") })
        #expect(note.line == 2)
    }

    @Test func `a name with control characters cannot change the package or the terminal`() throws {
        var text = ProjectText.share()
        text.name = "No\nte\u{1B}[2J"
        text.targets[1].name = "Sh\u{1B}are\n"
        text.targets[0].embeds = [text.targets[1].name]
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        let report = try fixture.port()
        #expect(report.targets.last?.name == "Sh_are_")
        #expect(fixture.text("out/Package.swift")?.contains("\u{1B}") == false)
        #expect(fixture.text("out/Package.swift")?.contains("\nte") == false)
        #expect(!report.text().contains("\u{1B}"))
    }

    @Test func `Objective-C sources are left out with a warning`() throws {
        try writeShare { $0.sources.append("Share/Old.m") }
        try fixture.write("app/Share/Old.m", "")
        #expect(ProjectFixture.problems(try fixture.port()).contains { $0.contains("Old.m") })
    }

    @Test func `an entry point of an app's delegate is removed from an extension`() throws {
        try writeShare { $0.sources.append("Note/AppDelegate.swift") }
        try fixture.write(
            "app/Note/AppDelegate.swift", "import UIKit\n\n@UIApplicationMain\nclass AppDelegate: UIResponder {}\n")
        _ = try fixture.port()
        let text = try #require(fixture.text("out/Sources/Share/AppDelegate.swift"))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("@main") || $0.contains("@UIApplicationMain") })
    }

    @Test func `an entry point that is removed is named once`() throws {
        try writeShare { $0.sources.append("Note/AppDelegate.swift") }
        try fixture.write(
            "app/Note/AppDelegate.swift", "import UIKit\n\n@UIApplicationMain\nclass AppDelegate: UIResponder {}\n")
        let report = try fixture.port()
        let notes = report.notes.filter { $0.line == 3 && $0.file?.hasSuffix("AppDelegate.swift") == true }
        #expect(notes.count == 1)
        #expect(notes.first?.message.contains("was removed") == true)
    }

    @Test func `names with spaces and other scripts become modules`() throws {
        var text = ProjectText.share()
        text.targets[1].name = "Größe teilen"
        text.targets[0].embeds = ["Größe teilen"]
        text.targets[1].sources = ["Teilen & mehr/Über.swift"]
        text.targets[1].settings["INFOPLIST_FILE"] = "\"Teilen & mehr/Info.plist\""
        try fixture.writeProject(text)
        try fixture.write("app/Teilen & mehr/Info.plist", sharePlist)
        try fixture.write("app/Teilen & mehr/Über.swift", "class ShareViewController {}\n")
        let report = try fixture.port()
        #expect(report.isComplete)
        #expect(report.targets.last?.name == "Gro_e_teilen")
        #expect(fixture.text("out/Sources/Gro_e_teilen/Über.swift") != nil)
    }

    @Test func `the report in JSON has the keys that other programs read`() throws {
        try writeShare()
        let report = try fixture.port()
        let object = try JSONSerialization.jsonObject(with: Data(try report.json().utf8)) as? [String: Any]
        #expect(object?["package"] as? String == fixture.folder + "/out")
        #expect(object?["isComplete"] as? Bool == true)
        let targets = object?["targets"] as? [[String: String]]
        #expect(targets?.last == ["name": "Share", "kind": "extension", "module": "Share"])
        #expect((object?["notes"] as? [[String: Any]])?.first?["severity"] as? String == "note")
    }
}
