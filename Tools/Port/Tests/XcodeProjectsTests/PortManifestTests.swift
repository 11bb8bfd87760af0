import AppexModel
import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

@Suite struct PortManifestTests {
    let fixture: ProjectFixture

    init() throws {
        fixture = try ProjectFixture()
        try fixture.write("app/Share/ShareViewController.swift", shareSource)
        try fixture.write("app/Share/Info.plist", sharePlist)
    }

    private func manifest(_ target: String = "Share") throws -> [String: PropertyListValue] {
        let text = try #require(fixture.text("out/Sources/\(target)/Info.plist"))
        return try #require(try PropertyListValue(parsing: Array(text.utf8), file: "Info.plist").dictionary)
    }

    private func principal() throws -> PropertyListValue? {
        try manifest()["NSExtension"]?.dictionary?["NSExtensionPrincipalClass"]
    }

    @Test func `a class is found by the name that its attribute gives it`() throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist", sharePlist.replacing("$(PRODUCT_MODULE_NAME).ShareViewController", with: "HAShare"))
        try fixture.write(
            "app/Share/ShareViewController.swift",
            "import UIKit\n// class Wrong\n@objc(HAShare)\npublic final class ShareController: UIViewController {}\n")
        let report = try fixture.port()
        #expect(report.isComplete)
        #expect(try principal() == .string("$(PRODUCT_MODULE_NAME).ShareController"))
    }

    @Test(arguments: ["ShareViewController", "Elsewhere.ShareViewController"])
    func `a class without its module, or with another, is that of the target, with a warning`(name: String) throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist", sharePlist.replacing("$(PRODUCT_MODULE_NAME).ShareViewController", with: name))
        let report = try fixture.port()
        #expect(ProjectFixture.problems(report).count == 1)
        #expect(try principal() == .string("$(PRODUCT_MODULE_NAME).ShareViewController"))
    }

    @Test func `a class that no source declares is a warning`() throws {
        try fixture.writeProject(.share())
        try fixture.write("app/Share/ShareViewController.swift", "import UIKit\n")
        #expect(
            ProjectFixture.problems(try fixture.port()).contains { $0.contains("no source of the target declares") })
    }

    @Test func `a storyboard stays, and a class beside it is an error`() throws {
        try fixture.writeProject(.share { $0.resources = ["Share/MainInterface.storyboard"] })
        try fixture.write("app/Share/MainInterface.storyboard", "<document/>")
        let key = "<key>NSExtensionMainStoryboard</key><string>MainInterface</string>"
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacing("<key>NSExtensionPrincipalClass</key>", with: "<key>X</key>")
                .replacing("<key>X</key>", with: key + "<key>X</key>"))
        #expect(try fixture.port().isComplete)
        #expect(fixture.text("out/Sources/Share/Resources/MainInterface.storyboard") == "<document/>")
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacing(
                "<key>NSExtensionPrincipalClass</key>", with: key + "<key>NSExtensionPrincipalClass</key>"))
        #expect(try fixture.port().notes.contains { $0.severity == .error })
    }

    @Test func `a storyboard that is not among the resources is a warning`() throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacing("NSExtensionPrincipalClass", with: "NSExtensionMainStoryboard")
                .replacing("$(PRODUCT_MODULE_NAME).ShareViewController", with: "MainInterface"))
        #expect(ProjectFixture.problems(try fixture.port()).contains { $0.contains("has no such storyboard") })
    }

    @Test func `a generated Info.plist has the keys of the settings`() throws {
        try fixture.writeProject(
            .share {
                $0.settings["GENERATE_INFOPLIST_FILE"] = "YES"
                $0.settings["INFOPLIST_KEY_CFBundleDisplayName"] = "\"Share It\""
                $0.settings["INFOPLIST_KEY_UILaunchScreen_Generation"] = "YES"
                $0.settings["MARKETING_VERSION"] = "2.5"
                $0.settings["CURRENT_PROJECT_VERSION"] = "7"
            })
        _ = try fixture.port()
        let share = try manifest()
        #expect(share["CFBundleDisplayName"] == .string("Share It"))
        #expect(share["UILaunchScreen"] == .dictionary([:]))
        #expect(share["CFBundleShortVersionString"] == .string("2.5"))
        #expect(share["CFBundleVersion"] == .string("7"))
        #expect(share["NSExtension"] != nil)
    }

    @Test func `an identifier that does not begin with the app's is replaced, with a warning`() throws {
        try fixture.writeProject(.share { $0.settings["PRODUCT_BUNDLE_IDENTIFIER"] = "com.other.Share" })
        let report = try fixture.port()
        #expect(ProjectFixture.problems(report).contains { $0.contains("com.other.Share") })
        #expect(try manifest()["CFBundleIdentifier"] == .string("org.example.Note.Share"))
    }

    @Test func `every setting that a property list lacks is reported in one run`() throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist",
            sharePlist.replacing(
                "<key>CFBundleName</key>", with: "<key>A</key><string>$(ONE)</string><key>CFBundleName</key>"
            )
            .replacing("$(PRODUCT_NAME)", with: "$(TWO)"))
        let problems = ProjectFixture.problems(try fixture.port())
        #expect(problems.contains { $0.contains("--setting ONE=VALUE") })
        #expect(problems.contains { $0.contains("--setting TWO=VALUE") })
    }

    @Test func `the last value of a repeated key counts, with a warning`() throws {
        try fixture.writeProject(.share())
        let twice = sharePlist.replacing(
            "<key>NSExtension</key>", with: "<key>NSExtension</key><dict/><key>NSExtension</key>")
        try fixture.write("app/Share/Info.plist", twice)
        let problems = ProjectFixture.problems(try fixture.port())
        #expect(problems.contains { $0.contains("a second value of the key \"NSExtension\"") })
        let text = try #require(fixture.text("out/Sources/Share/Info.plist"))
        #expect(text.contains("com.apple.share-services"))
    }

    @Test func `an extension without NSExtension is an error`() throws {
        try fixture.writeProject(.share())
        try fixture.write(
            "app/Share/Info.plist", "<plist><dict><key>CFBundleName</key><string>S</string></dict></plist>")
        let report = try fixture.port { $0.targets = ["Share"] }
        #expect(report.notes.contains { $0.severity == .error && $0.message.contains("has no NSExtension") })
    }

    @Test(arguments: ["", "not a list", "<plist><array/></plist>", "<plist><dict><key>a</key></plist>"])
    func `a damaged Info.plist is an error that does not end the port`(text: String) throws {
        try fixture.writeProject(.share())
        try fixture.write("app/Share/Info.plist", text)
        let report = try fixture.port()
        #expect(report.notes.contains { $0.severity == .error && $0.file?.hasSuffix("Info.plist") == true })
    }

    @Test func `entitlements keep the groups, and leave out what has no effect`() throws {
        try fixture.writeProject(.share { $0.settings["CODE_SIGN_ENTITLEMENTS"] = "Share/Share.entitlements" })
        try fixture.write(
            "app/Share/Share.entitlements",
            """
            <plist version="1.0"><dict>
            <key>com.apple.security.application-groups</key><array><string>group.$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            <string>wrong</string></array>
            <key>aps-environment</key><string>development</string>
            </dict></plist>
            """)
        let report = try fixture.port()
        let text = try #require(fixture.text("out/Sources/Share/Share.entitlements"))
        #expect(text.contains("group.org.example.Note.Share"))
        #expect(!text.contains("wrong") && !text.contains("aps-environment"))
        #expect(report.notes.contains { $0.message.contains("aps-environment") })
        #expect(report.notes.contains { $0.severity == .warning && $0.message.contains("wrong") })
    }
}
