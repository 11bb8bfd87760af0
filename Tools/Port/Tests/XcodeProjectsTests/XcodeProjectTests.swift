import Foundation
import Testing

@testable import XcodeProjects

@Suite struct XcodeProjectTests {
    let fixture: ProjectFixture

    init() throws { fixture = try ProjectFixture() }

    private func share(_ project: XcodeProject) throws -> XcodeTarget {
        try #require(project.targets.first { $0.name == "Share" })
    }

    @Test func `targets have their files, products and settings`() throws {
        try fixture.writeProject(.share { $0.resources = ["Share/MainInterface.storyboard"] })
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/MainInterface.storyboard", "<document/>")
        let project = try fixture.project()
        #expect(project.targets.map(\.name) == ["Note", "Share"])
        let share = try share(project)
        #expect(share.product == .appExtension)
        #expect(share.sources.map(\.name) == ["ShareViewController.swift"])
        #expect(share.resources.map(\.name) == ["MainInterface.storyboard"])
        #expect(share.settings["Release"]?["PRODUCT_NAME"] == "Share")
        #expect(project.targets[0].embedded == [share.identifier])
    }

    @Test func `the project's configuration file is below its settings, and these below the target's`() throws {
        var text = ProjectText.share { $0.settings["C"] = "target" }
        text.configurationFile = "Note.xcconfig"
        text.settings = ["B": "project", "C": "project"]
        try fixture.writeProject(text)
        try fixture.write("app/Note.xcconfig", "A = file\nB = file\nC = file\n")
        let settings = try #require(try share(fixture.project()).settings["Debug"])
        #expect(settings["A"] == "file")
        #expect(settings["B"] == "project")
        #expect(settings["C"] == "target")
    }

    @Test func `a missing file is left out and named with its line`() throws {
        try fixture.writeProject(.share())
        let share = try share(fixture.project())
        #expect(share.sources.isEmpty)
        let note = try #require(share.notes.first)
        #expect(note.message.contains("ShareViewController.swift"))
        #expect(note.line != nil)
    }

    @Test(arguments: ["../secret.swift", "/etc/hostname", "Share/../../secret.swift"])
    func `a file outside of the project's folder is left out`(path: String) throws {
        try fixture.write("secret.swift", "let secret = 1\n")
        try fixture.writeProject(.share { $0.sources = [path] })
        #expect(try share(fixture.project()).sources.isEmpty)
    }

    @Test func `a file beside the project's folder is read if the given folder contains it`() throws {
        try fixture.write("Shared/Common.swift", "let common = 1\n")
        try fixture.writeProject(.share { $0.sources = ["../Shared/Common.swift"] })
        let project = try XcodeProject(fixture.folder + "/app/Note.xcodeproj", in: ProjectFolder(fixture.folder))
        #expect(try share(project).sources.map(\.name) == ["Common.swift"])
    }

    @Test func `a symbolic link that leads out of the folder is left out`() throws {
        try fixture.write("secret.swift", "let secret = 1\n")
        try fixture.write("app/Share/Info.plist", sharePlist)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder + "/app/Share/ShareViewController.swift",
            withDestinationPath: "../../secret.swift")
        try fixture.writeProject(.share())
        #expect(try share(fixture.project()).sources.isEmpty)
    }

    @Test func `the files of a synchronized folder belong to the target, except the exceptions`() throws {
        var text = ProjectText.share {
            $0.sources = []
            $0.folders = ["Share": []]
        }
        text.extraChildren = ["SYNC_Share"]
        text.extraObjects = """
            SYNC_Share = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (EXCEPTION,); path = Share; sourceTree = "<group>"; };
            EXCEPTION = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist, Old.swift, "/Localized: Other.strings"); target = TARGET_1; };
            """
        try fixture.writeProject(text)
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/Sub/More.swift", "let more = 1\n")
        try fixture.write("app/Share/Old.swift", "let old = 1\n")
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/de.lproj/Localizable.strings", "\"a\" = \"b\";\n")
        try fixture.write("app/Share/de.lproj/Other.strings", "\"a\" = \"b\";\n")
        try fixture.write("app/Share/Media.xcassets/Contents.json", "{}")
        let share = try share(fixture.project())
        #expect(share.sources.map(\.name).sorted() == ["More.swift", "ShareViewController.swift"])
        #expect(share.resources.map(\.name).sorted() == ["Localizable.strings", "Media.xcassets"])
        #expect(share.resources.first { $0.name == "Localizable.strings" }?.localization == "de.lproj")
    }

    @Test func `a file of another target's synchronized folder belongs to a target if it is declared`() throws {
        var text = ProjectText.share { $0.sources = [] }
        text.targets[0].folders = ["Note": []]
        text.extraChildren = ["SYNC_Note"]
        text.extraObjects = """
            SYNC_Note = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (EXCEPTION,); path = Note; sourceTree = "<group>"; };
            EXCEPTION = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Model.swift,); target = TARGET_1; };
            """
        try fixture.writeProject(text)
        try fixture.write("app/Note/Model.swift", "struct Model {}\n")
        try fixture.write("app/Note/App.swift", "struct App {}\n")
        let project = try fixture.project()
        #expect(try share(project).sources.map(\.name) == ["Model.swift"])
        #expect(project.targets[0].sources.map(\.name) == ["App.swift", "Model.swift"])
    }

    @Test func `the languages of a localized file are folders of the bundle`() throws {
        var text = ProjectText.share()
        text.targets[1].resources = []
        text.extraChildren = ["VARIANT"]
        text.extraObjects = """
            VARIANT = {isa = PBXVariantGroup; children = (BASE, GERMAN,); name = MainInterface.storyboard; path = Share; sourceTree = "<group>"; };
            BASE = {isa = PBXFileReference; name = Base; path = Base.lproj/MainInterface.storyboard; sourceTree = "<group>"; };
            GERMAN = {isa = PBXFileReference; name = de; path = de.lproj/MainInterface.strings; sourceTree = "<group>"; };
            BUILD_V = {isa = PBXBuildFile; fileRef = VARIANT; };
            """
        let project = text.text.replacing(
            "PHASE_1_Resources = {isa = PBXResourcesBuildPhase; files = (",
            with: "PHASE_1_Resources = {isa = PBXResourcesBuildPhase; files = (BUILD_V, ")
        try fixture.write("app/Note.xcodeproj/project.pbxproj", project)
        try fixture.write("app/Share/Base.lproj/MainInterface.storyboard", "<document/>")
        try fixture.write("app/Share/de.lproj/MainInterface.strings", "")
        let resources = try share(fixture.project()).resources
        #expect(resources.map(\.localization) == ["Base.lproj", "de.lproj"])
    }

    @Test func `groups that contain each other end`() throws {
        var text = ProjectText.share()
        text.extraChildren = ["CYCLE"]
        text.extraObjects = """
            CYCLE = {isa = PBXGroup; children = (CYCLE, GROUP, OTHER); path = a; sourceTree = "<group>"; };
            OTHER = {isa = PBXGroup; children = (CYCLE); path = b; sourceTree = "<group>"; };
            """
        try fixture.writeProject(text)
        #expect(try fixture.project().notes.contains { $0.message.contains("in itself") })
    }

    @Test func `references to objects that do not exist are named`() throws {
        let text = ProjectText.share().text.replacing("targets = (", with: "targets = (NOTHING, ")
        try fixture.write("app/Note.xcodeproj/project.pbxproj", text)
        #expect(try fixture.project().notes.contains { $0.message.contains("NOTHING") })
    }

    @Test func `a project without objects, of XML, or without a file is an error`() throws {
        try fixture.write("app/Note.xcodeproj/project.pbxproj", "{ a = b; }")
        #expect(throws: ProjectError.self) { try fixture.project() }
        try fixture.write("app/Note.xcodeproj/project.pbxproj", "<?xml version=\"1.0\"?><plist/>")
        #expect(throws: ProjectError.self) { try fixture.project() }
        #expect(throws: ProjectError.self) { try fixture.project("Missing") }
    }

    @Test(.timeLimit(.minutes(30))) func `a project whose 1,000 targets share a phase with 2,000 files is cut`() throws
    {
        var text = ProjectText.share { $0.sources = (0..<2_000).map { "Share/File\($0).swift" } }
        let list = (0..<1_000).map { "T\($0)," }.joined()
        text.extraObjects = (0..<1_000).map { index in
            "T\(index) = {isa = PBXNativeTarget; name = T\(index); productType = "
                + "\"com.apple.product-type.app-extension\"; buildPhases = (PHASE_1_Sources); };\n"
        }.joined()
        try fixture.write(
            "app/Note.xcodeproj/project.pbxproj", text.text.replacing("targets = (", with: "targets = (\(list)"))
        #expect(try fixture.project().notes.contains { $0.message.contains("the others are left out") })
    }

    @Test(.timeLimit(.minutes(30))) func `a project with 20,000 files is read`() throws {
        let text = ProjectText.share { $0.sources = (0..<20_000).map { "Share/File\($0).swift" } }
        try fixture.writeProject(text)
        try fixture.write("app/Share/File7.swift", "")
        #expect(try share(fixture.project()).sources.map(\.name) == ["File7.swift"])
    }
}
