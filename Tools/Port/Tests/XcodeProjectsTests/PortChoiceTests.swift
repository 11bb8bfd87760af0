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

    @Test func `of two apps with the same extension, the one whose identifier begins the extension's is taken`() throws
    {
        var text = ProjectText.share()
        var other = text.targets[0]
        other.name = "NoteBeta"
        other.settings["PRODUCT_BUNDLE_IDENTIFIER"] = "org.example.Note-beta"
        text.targets.insert(other, at: 0)
        try fixture.writeProject(text)
        let report = try fixture.port()
        #expect(report.targets.map(\.name) == ["Note", "Share"] && report.isComplete)
        #expect(fixture.text("out/Sources/Share/Info.plist")?.contains("org.example.Note.Share") == true)
        // If none fits, the first one is taken, and the extension gets an identifier that fits.
        text.targets[1].settings["PRODUCT_BUNDLE_IDENTIFIER"] = "org.example.Other"
        try fixture.writeProject(text)
        #expect(try fixture.port().targets.map(\.name) == ["NoteBeta", "Share"])
        #expect(fixture.text("out/Sources/Share/Info.plist")?.contains("org.example.Note-beta.Share") == true)
    }

    @Test func `an extension for Messages is one for a point that does not exist here`() throws {
        var text = ProjectText.share { $0.type = "com.apple.product-type.app-extension.messages" }
        text.targets[0].type = "com.apple.product-type.application.messages"
        try fixture.writeProject(text)
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacingOccurrences(of: "com.apple.share-services", with: "com.apple.message-payload-provider"))
        let reason = message()
        #expect(reason.contains("is for com.apple.message-payload-provider") && reason.contains("Name it by --target"))
        #expect(message { $0.targets = ["Share"] } == "" && fixture.text("out/Sources/Share/Info.plist") != nil)
    }

    @Test(arguments: [
        ("com.apple.product-type.watchkit2-extension", "(watchkit2-extension) cannot be ported"),
        ("com.apple.product-type.bundle.unit-test", "has tests, which are not ported"),
        ("com.apple.product-type.framework", "is a library"),
    ])
    func `a target that cannot be named is refused with its kind`(type: String, reason: String) throws {
        var text = ProjectText.share()
        text.targets.append(.init(name: "Other", type: type))
        try fixture.writeProject(text)
        #expect(message { $0.targets = ["Other"] }.contains(reason))
    }

    @Test func `an extension that is not for iOS says how it is ported nevertheless`() throws {
        try fixture.writeProject(.share { $0.settings["SDKROOT"] = "macosx" })
        #expect(message().contains("is not for iOS, and is not ported. Name it by --target to port it nevertheless."))
        #expect(message { $0.targets = ["Share"] } == "")
    }

    @Test func `an extension that has no Swift source is an error, unless there is another one`() throws {
        for name in ["Share", "Old"] { try fixture.write("app/Share/\(name).m", "") }
        var text = ProjectText.share { $0.sources = ["Share/Share.m", "Share/Old.m"] }
        try fixture.writeProject(text)
        #expect(message().contains("has no Swift sources, only Old.m, Share.m."))
        #expect(fixture.text("out/Package.swift") == nil)
        text.targets.append(text.targets[1])
        text.targets[2].name = "More"
        text.targets[2].sources = ["Share/ShareViewController.swift"]
        text.targets[2].settings["PRODUCT_BUNDLE_IDENTIFIER"] = "org.example.Note.More"
        text.targets[0].embeds.append("More")
        try fixture.writeProject(text)
        let report = try fixture.port()
        #expect(report.targets.map(\.name) == ["Note", "More"])
        #expect(ProjectFixture.problems(report).contains { $0.contains("It is left out.") })
    }
}
