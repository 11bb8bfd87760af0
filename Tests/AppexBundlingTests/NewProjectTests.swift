import AppexActivation
import AppexModel
import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite final class NewProjectTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
    private let kit: KitLocation

    init() throws {
        try ProjectFiles.write(
            ["kit/Sources/OpenExtensionKit/a.swift": "", "kit/Frameworks/Package.swift": ""], into: folder)
        kit = try KitLocation(folder.appending(path: "kit").path, environment: [:], program: nil)
    }

    deinit {
        let manager = FileManager.default
        // SwiftPM leaves lock files beside the package, named after its path.
        for file in (try? manager.contentsOfDirectory(atPath: folder.deletingLastPathComponent().path)) ?? []
        where file.contains(folder.lastPathComponent) {
            try? manager.removeItem(at: folder.deletingLastPathComponent().appending(path: file))
        }
    }

    private func template(_ kind: ProjectKind, _ library: LibraryOrigin = .sdk) throws -> ExtensionTemplate {
        ExtensionTemplate(
            kind: kind, name: try ProjectName("Keep"), app: "Journal", identifier: "org.example.Journal.Keep",
            library: library)
    }

    private func package(
        _ name: String, adding kinds: ProjectKind..., library: LibraryOrigin = .sdk
    ) throws -> NewPackage {
        let name = try ProjectName(name)
        return NewPackage(
            name,
            [ProjectTemplate.app(name, identifier: "org.example.\(name)", library: library)]
                + (try kinds.map { try template($0, library).project }),
            library: library, needsFrameworks: true, readme: "")
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    // MARK: Templates

    @Test(arguments: ProjectKind.extensions)
    func `the property list of a new extension has no mistakes`(kind: ProjectKind) throws {
        let list = try #require(try template(kind).project.files["Sources/Keep/Info.plist"])
        let expanded = list.replacing("$(PRODUCT_BUNDLE_PACKAGE_TYPE)", with: "XPC!")
            .replacing("$(PRODUCT_MODULE_NAME)", with: "Keep")
        let value = try PropertyListValue(parsing: Array(expanded.utf8), file: "Info.plist")
        #expect(ManifestRule.sentences(about: value).isEmpty)
        let declaration = try ExtensionDeclaration(value, file: "Info.plist")
        let source = try template(kind).project.files.first { $0.key.hasSuffix("er.swift") }
        let name = try #require(declaration.principalClass?.split(separator: ".").last)
        #expect(try #require(source).value.contains("final class \(name): "))
    }

    @Test func `a page action contains the script that its property list names, and the build leaves it to the bundle`()
        throws
    {
        let project = try template(.page).project
        let list = try #require(project.files["Sources/Keep/Info.plist"])
        #expect(list.contains("<key>NSExtensionJavaScriptPreprocessingFile</key>\n\t\t\t<string>Action</string>"))
        let script = try #require(project.files["Sources/Keep/Resources/Action.js"])
        #expect(script.contains("var ExtensionPreprocessingJS"))
        #expect(project.targets[0].contains("exclude: [\"Info.plist\", \"Resources\"]"))
        #expect(try !template(.photo).project.targets[0].contains("Resources"))
    }

    @Test func `an extension of a new app has the name of the app`() throws {
        var template = try template(.share)
        template.displayName = try ProjectName("Journal")
        let list = try #require(template.project.files["Sources/Keep/Info.plist"])
        #expect(list.contains("<key>CFBundleDisplayName</key>\n\t<string>Journal</string>"))
    }

    @Test func `every kind of extension is at a point of its own`() throws {
        let lists = try ProjectKind.extensions.map { try template($0).project.files["Sources/Keep/Info.plist"] }
        #expect(Set(lists).count == ProjectKind.extensions.count)
    }

    // MARK: Packages

    @Test func `a package is created as a whole`() throws {
        try package("Journal", adding: .share).write(into: folder)
        #expect(try entries == ["Journal", "kit"])
        #expect(try text("Journal/Tests/KeepTests/KeepTests.swift").contains("/Journal.app"))
        #expect(try text("Journal/.gitignore").contains(GeneratedSource.name))
    }

    @Test(arguments: ProjectKind.extensions)
    func `a new package contains no path of this machine and no dependency`(kind: ProjectKind) throws {
        let files = try package("Journal", adding: kind).files
        #expect(files.values.allSatisfy { !$0.contains(kit.folder) && !$0.contains(NSHomeDirectory()) })
        #expect(try #require(files["Package.swift"]).contains(".package(") == false)
        #expect(try #require(files["Package.swift"]).contains("plugins:") == false)
    }

    @Test func `a package depends on the sources that the user names`() throws {
        let files = try package("Journal", adding: .share, library: .sources(kit)).files
        let manifest = try #require(files["Package.swift"])
        #expect(manifest.contains("plugins: [.plugin(name: \"ExtensionEntryPoint\""))
        #expect(manifest.contains("path: \"\(kit.folder)/Frameworks\""))
        #expect(!manifest.contains("unsafeFlags"))
    }

    @Test func `an empty folder becomes the package, and one with files stays as it is`() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Journal"), withIntermediateDirectories: true)
        try package("Journal").write(into: folder)
        let failure = #expect(throws: CommandFailure.self) { try self.package("Journal").write(into: self.folder) }
        #expect(failure?.message.contains("exists") == true)
        #expect(try entries == ["Journal", "kit"])
    }

    @Test func `a package that cannot be written leaves nothing behind`() throws {
        // A file is not a folder for others, also to root.
        try Data().write(to: folder.appending(path: "file"))
        let failure = #expect(throws: CommandFailure.self) {
            try self.package("Journal").write(into: self.folder.appending(path: "file"))
        }
        #expect(failure?.message.hasPrefix("Cannot create the package") == true)
        #expect(try entries == ["file", "kit"])
    }

    // MARK: Extensions

    private func add(_ kind: ProjectKind, toPackage manifest: String) async throws {
        try ProjectFiles.write(
            ["P/Package.swift": manifest, "P/Sources/Journal/a.swift": "print(1)"], into: folder)
        let package = folder.appending(path: "P")
        let toolchain = PackageBundler(package: package.path).swift
        try await NewExtension(template: template(kind), package: package).write(toolchain: toolchain)
    }

    @Test(.timeLimit(.minutes(30))) func `a package that cannot be changed stays as it was`() async throws {
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let all: [Target] = [.executableTarget(name: "Journal")]
            let package = Package(name: "Journal", targets: all)
            """
        let failure = await #expect(throws: CommandFailure.self) { try await self.add(.action, toPackage: manifest) }
        #expect(failure?.message.contains(".executableTarget(\n    name: \"Keep\"") == true)
        #expect(try text("P/Package.swift") == manifest)
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "P/Sources").path)
        #expect(sources == ["Journal"])
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "P/Tests/KeepTests").path))
    }

    @Test(.timeLimit(.minutes(30))) func `a package whose target SwiftPM does not find afterwards stays as it was`()
        async throws
    {
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            #if os(Windows)
            let package = Package(name: "Journal", targets: [])
            #endif
            let package = Package(name: "Journal", targets: [.executableTarget(name: "Journal")])
            """
        await #expect(throws: CommandFailure.self) { try await self.add(.action, toPackage: manifest) }
        #expect(try text("P/Package.swift") == manifest)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "P/Sources/Keep").path))
    }

    // MARK: The kit

    @Test func `the kit is found beside the installed program, above a built one, or where the user says`() throws {
        try ProjectFiles.write(
            [
                "usr/share/openextensionkit/Sources/OpenExtensionKit/a": "",
                "usr/share/openextensionkit/Frameworks/Package.swift": "",
            ],
            into: folder)
        let root = folder.path
        func find(_ program: String, given: String? = nil, environment: [String: String] = [:]) throws -> String {
            try KitLocation(given, environment: environment, program: .init(program)).folder
        }
        #expect(try find("\(root)/usr/bin/appex") == "\(root)/usr/share/openextensionkit")
        #expect(try find("\(root)/kit/.build/debug/appex") == kit.folder)
        #expect(try find("/usr/bin/appex", environment: ["APPEX_KIT": kit.folder]) == kit.folder)
        #expect(try find("/usr/bin/appex", given: kit.folder, environment: ["APPEX_KIT": "/"]) == kit.folder)
        #expect(throws: CommandFailure.self) { try find("\(root)/kit/.build/debug/appex", given: "/") }
        #expect(throws: CommandFailure.self) { try find("\(root)/appex") }
    }
}
