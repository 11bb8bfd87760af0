import AppexModel
import Foundation
import SystemPackage
import Testing

@testable import appex

/// A folder of its own for each test, with programs that `swift build` could have made.
@Suite final class BundleAssemblerTests {
    private let folder: URL
    private var products: URL { folder.appending(path: "products") }
    private var output: URL { folder.appending(path: "out") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bundling-\(UUID().uuidString)")
        for name in ["products", "App", "Tool/Resources"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for name in ["App", "Tool"] {
            let program = folder.appending(path: "products/\(name)")
            try Data("program \(name)".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func bundle(_ name: String, style: ExtensionStyle? = nil) throws -> BundlePlan.Bundle {
        let identifier = try #require(BundleIdentifier(rawValue: style == nil ? "org.example.a" : "org.example.a.b"))
        return BundlePlan.Bundle(
            target: name, module: name, product: name, folder: folder.appending(path: name).path,
            manifest: .dictionary([
                "CFBundleIdentifier": .string(identifier.rawValue),
                BundleAssembler.markerKey: .string(BundleAssembler.markerValue),
            ]),
            entitlements: style.map { _ in .dictionary(["key": .string(name)]) },
            points: style == nil ? .dictionary(["key": .string(name)]) : nil, identifier: identifier,
            executable: name, version: nil, shortVersion: nil, style: style,
            resourceBundles: [], frameworks: [])
    }

    private func assemble(force: Bool = false) throws(BundlingError) -> URL {
        let app: BundlePlan.App
        do {
            app = BundlePlan.App(bundle: try bundle("App"), extensions: [try bundle("Tool", style: .classic)])
        } catch {
            throw .file(doing: "describe", path: folder.path, reason: "\(error)")
        }
        return try BundleAssembler(output: output, force: force).assemble(app, from: products)
    }

    /// Every file below the output folder.
    private var made: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: output.path).sorted()
        }
    }

    @Test func `files lie as on a device and nothing else is left`() throws {
        try Data("icon".utf8).write(to: folder.appending(path: "Tool/Resources/icon.png"))
        let app = try assemble()
        #expect(
            try made == [
                "App.app", "App.app/App", "App.app/Extensions", "App.app/Extensions/App.appextensionpoint",
                "App.app/Info.plist", "App.app/PlugIns", "App.app/PlugIns/Tool.appex",
                "App.app/PlugIns/Tool.appex/Info.plist", "App.app/PlugIns/Tool.appex/Tool",
                "App.app/PlugIns/Tool.appex/archived-expanded-entitlements.xcent",
                "App.app/PlugIns/Tool.appex/icon.png",
            ])
        #expect(FileManager.default.isExecutableFile(atPath: app.appending(path: "PlugIns/Tool.appex/Tool").path))
        let manifest = try Data(contentsOf: app.appending(path: "Info.plist"))
        #expect(try PropertyListValue(parsing: Array(manifest), file: "").dictionary?.count == 2)
    }

    @Test(.timeLimit(.minutes(30)))
    func `the resources of a framework are those of the bundle for its class`() async throws {
        let linked = folder.appending(path: "linked")
        let kit = linked.appending(path: "Kit.framework")
        for place in [kit, folder.appending(path: "Core/Resources")] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        try Data("in the framework".utf8).write(to: folder.appending(path: "Core/Resources/text.txt"))
        let library = folder.appending(path: "Kit.swift")
        try Data("import Foundation\npublic final class Marker: NSObject {}".utf8).write(to: library)
        let main = folder.appending(path: "main.swift")
        let source = """
            import Foundation
            import Kit
            let bundle = Bundle(for: Marker.self)
            guard let file = bundle.url(forResource: "text", withExtension: "txt") else { exit(1) }
            print(try String(contentsOf: file, encoding: .utf8), bundle.bundleIdentifier ?? "none")
            """
        try Data(source.utf8).write(to: main)
        for arguments in [
            [
                "-emit-library", "-emit-module", "-module-name", "Kit", library.path, "-o",
                "linked/Kit.framework/libKit.so",
                "-Xlinker", "-soname=libKit.so",
            ],
            [
                main.path, "-I", kit.path, "-L", kit.path, "-lKit", "-o", "linked/App", "-Xlinker",
                "-rpath=$ORIGIN/Frameworks/Kit.framework",
            ],
        ] { _ = try await ToolProcess.output(of: "swiftc", arguments, in: FilePath(folder.path)) }
        var app = BundlePlan.App(bundle: try bundle("App"), extensions: [])
        app.frameworks = [
            BundlePlan.Framework(
                name: "Kit", targets: ["Core"], folders: [folder.appending(path: "Core").path], uses: [])
        ]
        let runtime = try #require(RuntimeIdentifier(rawValue: "runtime"))
        let place = try BundleAssembler(output: output, force: false, runtime: runtime)
            .assemble(app, from: products, linked: linked)
        let printed = try await ToolProcess.output(of: place.appending(path: "App").path, [])
        #expect(printed == "in the framework org.example.a.Kit\n")
        let manifest = try Data(contentsOf: place.appending(path: "Info.plist"))
        let entries = try PropertyListValue(parsing: Array(manifest), file: "").dictionary
        #expect(entries?[RuntimeIdentifier.manifestKey] == .string("runtime"))
    }

    @Test func `an app made here is replaced as a whole`() throws {
        let app = try assemble()
        try Data().write(to: app.appending(path: "stale"))
        _ = try assemble()
        #expect(try !made.contains("App.app/stale"))
    }

    @Test func `anything else at that place is replaced only by force`() throws {
        let place = output.appending(path: "App.app")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: place.appending(path: "letter"))
        #expect(throws: BundlingError.foreignOutput(path: place.path)) { try assemble() }
        #expect(try made == ["App.app", "App.app/letter"])
        _ = try assemble(force: true)
        #expect(try !made.contains("App.app/letter"))
    }

    @Test(arguments: ["Info.plist", "archived-expanded-entitlements.xcent", "Tool", "PlugIns", "Frameworks"])
    func `a resource cannot pass for another part of the bundle`(name: String) throws {
        try Data().write(to: folder.appending(path: "Tool/Resources/\(name)"))
        let resources = folder.appending(path: "Tool/Resources").path
        #expect(throws: BundlingError.reservedResource(name: name, folder: resources)) { try assemble() }
        #expect(try made == [])
    }

    @Test func `a program that is missing leaves the earlier app alone`() throws {
        _ = try assemble()
        let before = try made
        try FileManager.default.removeItem(at: products.appending(path: "Tool"))
        let error = #expect(throws: BundlingError.self) { try assemble() }
        #expect(error?.description.contains("Could not copy \(products.path)/Tool") == true)
        #expect(try made == before)
    }
}
