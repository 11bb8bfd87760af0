import AppexModel
import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

@Suite struct PortChoiceTests {
    let fixture: ProjectFixture

    init() throws {
        fixture = try ProjectFixture()
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/Info.plist", sharePlist)
    }

    private func message(_ change: (inout PortOptions) -> Void = { _ in }) -> String {
        do {
            _ = try fixture.port(change)
            return ""
        } catch {
            return (error as? ProjectError)?.message ?? ""
        }
    }

    @Test func `a folder with several projects is an error that lists them`() throws {
        try fixture.writeProject(.share())
        try fixture.write("app/Other.xcodeproj/project.pbxproj", "{}")
        #expect(message().contains("Note.xcodeproj") && message().contains("Other.xcodeproj"))
        #expect(message { $0.path += "/Note.xcodeproj" }.isEmpty)
    }

    @Test func `a project in a folder below is found, and those of dependencies are not`() throws {
        try fixture.write("app/ios/Note.xcodeproj/project.pbxproj", ProjectText.share().text)
        try fixture.write("app/Pods/Pods.xcodeproj/project.pbxproj", "{}")
        try fixture.write("app/ios/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/ios/Share/Info.plist", sharePlist)
        #expect(try fixture.port().targets.count == 2)
    }

    @Test func `a folder with a manifest of a generator says what to do`() throws {
        try fixture.write("app/project.yml", "name: Note")
        #expect(message().contains("generate the project first"))
    }

    @Test func `a workspace is an error that asks for the project`() throws {
        #expect(message { $0.path += "/Note.xcworkspace" }.contains("workspace"))
    }

    @Test func `a target that does not exist is an error that lists the targets`() throws {
        try fixture.writeProject(.share())
        #expect(message { $0.targets = ["Shar"] }.contains("Note, Share"))
    }

    @Test func `a configuration that does not exist is an error that lists them`() throws {
        try fixture.writeProject(.share())
        #expect(message { $0.configuration = "Beta" }.contains("Debug, Release"))
    }

    @Test func `the two usual configurations are replaced by the default where they are missing`() throws {
        let text = ProjectText.share().text.replacing("name = Debug;", with: "name = Beta;")
        try fixture.write("app/Note.xcodeproj/project.pbxproj", text)
        let report = try fixture.port { $0.configuration = "Debug" }
        #expect(report.notes.contains { $0.message.contains("Its default is used") })
    }

    @Test func `a project in a checkout can use files of the whole checkout`() throws {
        try fixture.write(
            "app/ios/Note.xcodeproj/project.pbxproj", ProjectText.share { $0.sources = ["../Shared/A.swift"] }.text)
        try fixture.write("app/ios/Share/Info.plist", sharePlist)
        try fixture.write("app/Shared/A.swift", "class ShareViewController {}\n")
        #expect(try fixture.port { $0.path += "/ios/Note.xcodeproj" }.isComplete == false)
        try fixture.write("app/.git/HEAD", "")
        #expect(try fixture.port { $0.path += "/ios/Note.xcodeproj" }.isComplete)
    }

    @Test func `a setting without a value is an error`() throws {
        try fixture.writeProject(.share())
        #expect(message { $0.settings = ["NAME"] }.contains("NAME=VALUE"))
    }

    @Test func `a folder that is not the kit is an error`() throws {
        try fixture.writeProject(.share())
        #expect(message { $0.kit = fixture.folder + "/app" }.contains("--kit"))
    }

    @Test func `an extension of another point is ported only if it is named`() throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacing("com.apple.share-services", with: "com.apple.widgetkit-extension"))
        #expect(message().contains("com.apple.widgetkit-extension"))
        #expect(try fixture.port { $0.targets = ["Share"] }.targets.count == 2)
    }

    @Test func `an extension for macOS is not ported`() throws {
        try fixture.writeProject(.share { $0.settings["SDKROOT"] = "macosx" })
        #expect(message().contains("not for iOS"))
    }

    @Test func `settings of the command line replace those of the project`() throws {
        try fixture.writeProject(.share { $0.settings["PRODUCT_BUNDLE_IDENTIFIER"] = "\"$(PREFIX).Share\"" })
        let warnings = ProjectFixture.problems(try fixture.port())
        #expect(warnings.contains { $0.contains("PREFIX") || $0.contains("identifier") })
        let report = try fixture.port { $0.settings = ["PREFIX=org.example.Note"] }
        #expect(report.isComplete)
    }

    @Test func `the app is ported with its sources if it is named`() throws {
        var text = ProjectText.share()
        text.targets[0].sources = ["Note/AppDelegate.swift"]
        try fixture.writeProject(text)
        try fixture.write(
            "app/Note/AppDelegate.swift",
            "import UIKit\nimport StoreKit\n@UIApplicationMain\nclass AppDelegate: UIResponder, UIApplicationDelegate {}\n"
        )
        #expect(try fixture.port().targets.first?.kind == .placeholder)
        let report = try fixture.port { $0.targets = ["Note", "Share"] }
        #expect(report.targets.map(\.kind) == [.app, .appExtension])
    }

    @Test func `a small app that only uses UIKit is ported with its sources`() throws {
        var text = ProjectText.share()
        text.targets[0].sources = ["Note/AppDelegate.swift"]
        try fixture.writeProject(text)
        try fixture.write(
            "app/Note/AppDelegate.swift",
            "import UIKit\n@UIApplicationMain\nclass AppDelegate: UIResponder, UIApplicationDelegate {}\n")
        #expect(try fixture.port().targets.first?.kind == .app)
        #expect(fixture.text("out/Sources/Note/AppDelegate.swift")?.contains("\n@main\n") == true)
    }

    @Test func `an extension that no app contains gets a small app`() throws {
        var text = ProjectText.share()
        text.targets.removeFirst()
        try fixture.writeProject(text)
        let report = try fixture.port()
        #expect(report.targets.map(\.kind) == [.placeholder, .appExtension])
        #expect(report.notes.contains { $0.message.contains("No app of the project contains") })
    }

    @Test func `a module that has the name of one of the kit's gets another`() throws {
        var text = ProjectText.share()
        text.targets[1].name = "Social"
        text.targets[0].embeds = ["Social"]
        try fixture.writeProject(text)
        #expect(try fixture.port().targets.last?.name == "SocialExtension")
    }
}
