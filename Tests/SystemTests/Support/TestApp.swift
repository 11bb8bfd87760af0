import AppexModel
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// An app that a test writes: its Info.plist, its program and its extensions.
struct TestApp {
    var identifier = "org.example.Fixtures"
    var name = "Fixtures"
    var version = "1.0"
    /// The version of the build.
    var build: String?
    var extensions: [TestAppex]
    /// The types that it exports.
    var types: [TestType] = []
    /// The groups that it is a member of.
    var groups: [String] = []
    /// The URL schemes that it opens.
    var schemes: [String] = []
    var program = Program.header
    /// Whether it has an Info.plist.
    var hasManifest = true
    /// How many files of 32 KiB it has beside those that matter.
    var ballast = 0

    init(_ extensions: TestAppex...) { self.extensions = extensions }

    /// Writes the bundle `Name.app` into a folder, over one of the same name.
    func write(into folder: FilePath) throws -> FilePath {
        let bundle = folder.appending(name + ".app")
        try? FileManager.default.removeItem(atPath: bundle.string)
        try makeFolder(bundle)
        try program.place(at: bundle.appending(name))
        if hasManifest {
            var content: [String: Any] = [
                "CFBundleIdentifier": identifier, "CFBundleExecutable": name, "CFBundleName": name,
                "CFBundlePackageType": "APPL", "CFBundleShortVersionString": version,
                "UTExportedTypeDeclarations": types.map(\.declaration),
                "CFBundleURLTypes": [["CFBundleURLSchemes": schemes]],
            ]
            content["AppexRuntime"] = try program.runtime
            try writePlist(content, to: bundle)
        }
        try writeEntitlements(groups, to: bundle)
        for number in 0..<ballast {
            let content = Data(repeating: UInt8(truncatingIfNeeded: number), count: 32 * 1024)
            try content.write(to: URL(fileURLWithPath: bundle.appending("ballast-\(number)").string))
        }
        for appex in extensions { try appex.write(into: bundle.appending("PlugIns"), app: self) }
        return bundle
    }
}

/// A type that a test's app declares.
struct TestType {
    var identifier: String
    var parent: String
    var fileExtension: String

    fileprivate var declaration: [String: Any] {
        [
            "UTTypeIdentifier": identifier, "UTTypeConformsTo": [parent], "UTTypeDescription": "Test type",
            "UTTypeTagSpecification": ["public.filename-extension": fileExtension],
        ]
    }
}

/// An extension of a test's app.
struct TestAppex {
    var name: String
    var program: Program
    /// The key `FixtureBehaviour` of its Info.plist.
    var behaviour: String
    var point: String
    /// Its activation rule.
    var rule: Rule?
    /// The oldest system that it says it runs on.
    var minimumSystem: String?
    /// The class that its Info.plist names. The fixture was built for this one.
    var principal = "Fixture.FixturePrincipal"
    /// The storyboard that its Info.plist names.
    var storyboard: String?
    /// The groups that it is a member of.
    var groups: [String] = []
    /// Whether its entitlements ask for the network.
    var network = false
    /// The shared runtime that its Info.plist names; nil for the one that its program is linked to, if any.
    var runtime: String?
    /// Whether its Info.plist asks for a process for each request.
    var wantsProcessPerRequest = false
    /// The name of the JavaScript file that its Info.plist names.
    var script: String?
    /// What a photo editing extension edits, by its Info.plist.
    var mediaTypes: [String]?
    /// Other files in its bundle, by name.
    var files: [String: Data] = [:]

    enum Rule: Sendable {
        case predicate(String)
        /// Numbers by the end of their key, as in `ImageWithMaxCount`.
        case counts([String: Int])

        fileprivate var value: Any {
            switch self {
            case .predicate(let text): text
            case .counts(let counts):
                Dictionary(uniqueKeysWithValues: counts.map { ("NSExtensionActivationSupports" + $0.key, $0.value) })
            }
        }
    }

    init(
        _ name: String = "Fixture", _ program: Program = .fixture, behaviour: String = "echo",
        point: String = "com.apple.services", rule: Rule? = nil, minimumSystem: String? = nil, groups: [String] = []
    ) {
        self.name = name
        self.program = program
        self.behaviour = behaviour
        self.point = point
        self.rule = rule
        self.minimumSystem = minimumSystem
        self.groups = groups
    }

    fileprivate func write(into folder: FilePath, app: TestApp) throws {
        let bundle = folder.appending(name + ".appex")
        try makeFolder(bundle)
        var attributes: [String: Any] = rule.map { ["NSExtensionActivationRule": $0.value] } ?? [:]
        if wantsProcessPerRequest { attributes["OEKProcessPerRequest"] = true }
        attributes["NSExtensionJavaScriptPreprocessingFile"] = script
        attributes["PHSupportedMediaTypes"] = mediaTypes
        for (name, content) in files { try content.write(to: URL(fileURLWithPath: bundle.appending(name).string)) }
        var declaration: [String: Any] = [
            "NSExtensionPointIdentifier": point, "NSExtensionPrincipalClass": principal,
            "NSExtensionAttributes": attributes,
        ]
        declaration["NSExtensionMainStoryboard"] = storyboard
        var content: [String: Any] = [
            "CFBundleIdentifier": app.identifier + "." + name, "CFBundleExecutable": name, "CFBundleName": name,
            "CFBundlePackageType": "XPC!", "CFBundleShortVersionString": app.version, "FixtureBehaviour": behaviour,
            "NSExtension": declaration,
        ]
        content["CFBundleVersion"] = app.build
        content["MinimumOSVersion"] = minimumSystem
        content["AppexRuntime"] = try runtime ?? program.runtime
        try writePlist(content, to: bundle)
        try writeEntitlements(groups, network: network, to: bundle)
        try program.place(at: bundle.appending(name))
    }
}

/// What lies where a bundle's executable belongs.
enum Program {
    case fixture, hostile
    /// One in C, which speaks the wire itself.
    case attacker
    /// One with a view.
    case view
    /// An app with a delegate and a window.
    case app
    /// An app with a scene.
    case scene
    /// One with the compose sheet.
    case compose
    /// A photo editing extension.
    case photo
    /// One that loads a URL.
    case download
    /// The beginning of a program, for apps that are installed and not started.
    case header
    /// A library of the system, which is an object and no extension.
    case library
    /// A copy of a program of the system, with its mode.
    case copy(String)
    case missing
    /// A text that is not marked as executable.
    case notExecutable
    /// An executable file that the kernel does not take.
    case damaged

    /// The program of the package that this is; nil for one that is not built.
    private var built: BuiltProgram? {
        switch self {
        case .fixture: .fixture
        case .hostile: .hostile
        case .view: .view
        case .app: .app
        case .scene: .scene
        case .compose: .compose
        case .photo: .photo
        case .download: .download
        case .attacker, .header, .library, .copy, .missing, .notExecutable, .damaged: nil
        }
    }

    /// The identifier of the shared runtime that it is linked to; nil for a program of its own.
    var runtime: String? {
        get throws { try built == nil ? nil : TestLinking.current.runtime }
    }

    func place(at path: FilePath) throws {
        switch self {
        case .fixture, .hostile, .view, .app, .scene, .compose, .photo, .download:
            try Self.link(TestLinking.current.program(#require(built)), path)
        case .attacker: try Self.link(BuiltProgram.attacker.path, path)
        case .header: try Self.write(ProgramFormat.header, path, 0o755)
        case .library:
            let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
            let libraries = folders.filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)/libm.so.6" }
            let library: String? = libraries.first(where: FileManager.default.isReadableFile)
            try FileManager.default.copyItem(atPath: #require(library), toPath: path.string)
            chmod(path.string, 0o755)
        case .copy(let source): try FileManager.default.copyItem(atPath: source, toPath: path.string)
        case .missing: break
        case .notExecutable: try Self.write(ProgramFormat.header, path, 0o644)
        case .damaged: try Self.write(ProgramFormat.header + Array("and nothing more".utf8), path, 0o755)
        }
    }

    /// A second name costs nothing; where the folder lies on another disk it is a copy.
    private static func link(_ source: FilePath, _ path: FilePath) throws {
        if Glibc.link(source.string, path.string) != 0 {
            try FileManager.default.copyItem(atPath: source.string, toPath: path.string)
        }
    }

    private static func write(_ bytes: [UInt8], _ path: FilePath, _ mode: mode_t) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path.string))
        chmod(path.string, mode)
    }
}

private func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
}

private func writeEntitlements(_ groups: [String], network: Bool = false, to bundle: FilePath) throws {
    if groups.isEmpty && !network { return }
    try writePlist(
        ["com.apple.security.application-groups": groups, "com.apple.security.network.client": network], to: bundle,
        name: "archived-expanded-entitlements.xcent")
}

private func writePlist(_ content: [String: Any], to bundle: FilePath, name: String = "Info.plist") throws {
    let data = try PropertyListSerialization.data(fromPropertyList: content, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: bundle.appending(name).string))
}
