import AppexInterfaces
import AppexModel
import Foundation
import Testing

@testable import appex

/// Storyboards in the resources of a bundle, in a folder of its own for each test.
@Suite final class InterfaceFolderTests {
    private let folder: URL
    private var bundle: URL { folder.appending(path: "Tool.appex") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "interfaces-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Tool.appex/Base.lproj"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Tool.appex/de.lproj"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func compile(main: String? = "Main") throws(BundlingError) -> [InterfaceNote] {
        var declaration: [String: PropertyListValue] = [:]
        declaration["NSExtensionMainStoryboard"] = main.map { .string($0) }
        guard let identifier = BundleIdentifier(rawValue: "org.example.a.b") else { return [] }
        let plan = BundlePlan.Bundle(
            target: "Tool", module: "Tool", product: "Tool", folder: folder.path,
            manifest: .dictionary(["NSExtension": .dictionary(declaration)]), entitlements: nil, points: nil,
            identifier: identifier, executable: "Tool", version: nil, shortVersion: nil, style: .classic,
            resourceBundles: [], frameworks: [])
        return try InterfaceFolder(bundle: bundle, plan: plan).compile()
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: bundle.appending(path: path))
    }

    private let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="vc">
        <scenes><scene><objects><viewController id="vc" sceneMemberID="viewController">
        <view key="view" id="v"><subviews><label text="Hello" id="l"/></subviews></view>
        </viewController></objects></scene></scenes></document>
        """

    @Test func `a storyboard is replaced by its compiled form with the texts of other languages`() throws {
        try write(storyboard, to: "Base.lproj/Main.storyboard")
        try write("/* Class = \"UILabel\"; */\n\"l.text\" = \"Hallo\";\n", to: "de.lproj/Main.strings")
        #expect(try compile().isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bundle.appending(path: "Base.lproj").path)
                == ["Main.storyboardc"])
        let bytes = try Data(contentsOf: bundle.appending(path: "Base.lproj/Main.storyboardc"))
        let interface = try CompiledInterface(parsing: Array(bytes))
        #expect(interface.scene(at: 0)?.texts == ["de": ["l.text": "Hallo"]])
    }

    @Test func `links in the resources lead to no file outside of the bundle`() throws {
        let outside = folder.appending(path: "outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        let precious = outside.appending(path: "precious")
        try Data("precious".utf8).write(to: precious)
        try write(storyboard, to: "Base.lproj/Main.storyboard")
        try FileManager.default.createSymbolicLink(
            at: bundle.appending(path: "Base.lproj/Main.storyboardc"), withDestinationURL: precious)
        try Data(storyboard.utf8).write(to: outside.appending(path: "Other.storyboard"))
        try FileManager.default.createSymbolicLink(
            at: bundle.appending(path: "fr.lproj"), withDestinationURL: outside)
        #expect(try compile().isEmpty)
        #expect(try Data(contentsOf: precious) == Data("precious".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted() == [
                "Other.storyboard", "precious",
            ])
        let compiled = try Data(contentsOf: bundle.appending(path: "Base.lproj/Main.storyboardc"))
        #expect(throws: Never.self) { try CompiledInterface(parsing: Array(compiled)) }
    }

    @Test func `files of a bundle that are not regular files are refused`() throws {
        try write(storyboard, to: "Base.lproj/Main.storyboard")
        #expect(mkfifo(bundle.appending(path: "de.lproj/Main.strings").path, 0o600) == 0)
        #expect(try compile().isEmpty)
        #expect(mkfifo(bundle.appending(path: "Other.xib").path, 0o600) == 0)
        let error = #expect(throws: BundlingError.self) { try compile() }
        #expect(error?.description.contains("it is not a regular file.") == true)
    }

    @Test func `the texts of a string catalogue are used`() throws {
        try write(storyboard, to: "Base.lproj/Main.storyboard")
        try FileManager.default.createDirectory(
            at: bundle.appending(path: "mul.lproj"), withIntermediateDirectories: true)
        try write(
            """
            {"sourceLanguage": "en", "strings": {"l.text": {"localizations": {
            "en": {"stringUnit": {"value": "Hello"}}, "fr": {"stringUnit": {"value": "Bonjour"}}}}}}
            """, to: "mul.lproj/Main.xcstrings")
        #expect(try compile().isEmpty)
        let bytes = try Data(contentsOf: bundle.appending(path: "Base.lproj/Main.storyboardc"))
        #expect(try CompiledInterface(parsing: Array(bytes)).scene(at: 0)?.texts == ["fr": ["l.text": "Bonjour"]])
    }

    @Test func `an image set of an asset catalogue is in the bundle`() throws {
        let board = storyboard.replacing(
            "<label text=\"Hello\" id=\"l\"/>", with: "<imageView image=\"NAME\" id=\"i\"/>")
        try FileManager.default.createDirectory(
            at: bundle.appending(path: "Assets.xcassets/Icons/star.imageset"), withIntermediateDirectories: true)
        try write(board.replacing("NAME", with: "star"), to: "Main.storyboard")
        #expect(try compile().isEmpty)
        try write(board.replacing("NAME", with: "moon"), to: "Main.storyboard")
        #expect(try compile().contains { $0.message.contains("moon") })
    }

    @Test func `a main storyboard that is missing or damaged ends the command`() throws {
        #expect {
            _ = try compile(main: "Other")
        } throws: {
            "\($0)".contains("names the storyboard Other, which is not in the bundle")
        }
        try write("<document", to: "Main.storyboard")
        #expect {
            _ = try compile()
        } throws: {
            "\($0)".contains("Resources/Main.storyboard:1: error: The file cannot be compiled")
        }
    }

    @Test func `a main storyboard without an initial controller ends the command`() throws {
        try write(storyboard.replacing(" initialViewController=\"vc\"", with: ""), to: "Main.storyboard")
        #expect {
            _ = try compile()
        } throws: {
            "\($0)".contains("The main storyboard has no initial controller.")
        }
    }
}
