import ArgumentParser
import Foundation
import Testing

@testable import appex

/// The whole command on a small real package, with the toolchain that runs the tests.
@Suite final class BundleCommandTests {
    private let name = "bundle-command-\(UUID().uuidString)"
    private var temporary: URL { FileManager.default.temporaryDirectory }
    private var folder: URL { temporary.appending(path: name) }

    init() throws {
        try write(
            "Package.swift",
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Shop", targets: [
                .executableTarget(name: "Shop", exclude: ["Info.plist", "Resources"]),
                .executableTarget(name: "Till", exclude: ["Info.plist"]),
            ])
            """)
        try write("Sources/Shop/App.swift", "@main enum App { static func main() { print(\"open\") } }")
        try write("Sources/Shop/Resources/prices.txt", "1")
        try write(
            "Sources/Shop/Info.plist",
            Self.manifest("org.example.shop", "<key>CFBundlePackageType</key><string>APPL</string>"))
        try write("Sources/Till/Handler.swift", "@main enum Handler { static func main() {} }")
        try write(
            "Sources/Till/Info.plist",
            Self.manifest(
                "org.example.shop.$(PRODUCT_NAME)",
                """
                <key>EXAppExtensionAttributes</key>
                <dict><key>EXExtensionPointIdentifier</key><string>com.apple.services</string></dict>
                """))
    }

    deinit {
        // SwiftPM leaves lock files beside the package, named after its path.
        let left = (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []
        for file in left where file.contains(name) {
            try? FileManager.default.removeItem(at: temporary.appending(path: file))
        }
    }

    private func write(_ path: String, _ text: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private static func manifest(_ identifier: String, _ more: String) -> String {
        "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string>\(more)</dict></plist>"
    }

    private func command(_ arguments: String...) throws -> BundleCommand {
        try BundleCommand.parse([folder.path, "--output", folder.appending(path: "out").path] + arguments)
    }

    @Test(.timeLimit(.minutes(30))) func `a package becomes an app that needs no toolchain`() async throws {
        let summary = try await command("--static").bundle()
        let app = try #require(summary.apps.first)
        #expect(summary.apps.count == 1 && app.identifier == "org.example.shop")
        #expect(app.extensions.map(\.identifier) == ["org.example.shop.Till"])
        let files = try FileManager.default.subpathsOfDirectory(atPath: app.path).sorted()
        #expect(
            files == [
                "Extensions", "Extensions/Till.appex", "Extensions/Till.appex/Info.plist", "Extensions/Till.appex/Till",
                "Info.plist", "Shop", "prices.txt",
            ])
        let program = try Data(contentsOf: URL(filePath: app.path).appending(path: "Shop"))
        #expect(program.range(of: Data("libswiftCore.so".utf8)) == nil)
    }

    @Test(.timeLimit(.minutes(30))) func `a package that does not compile leaves no app behind`() async throws {
        try write("Sources/Till/Handler.swift", "@main enum Handler { static func main() { missing() } }")
        let error = await #expect(throws: BundlingError.self) { try await self.command("--static").bundle() }
        guard case .toolFailed(let command, "exit status 1", _) = error else {
            Issue.record("expected the build to fail, got \(String(describing: error))")
            return
        }
        #expect(command.contains("--static-swift-stdlib"))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }

    @Test(.timeLimit(.minutes(30))) func `an extension without an entry point is refused before anything is built`()
        async throws
    {
        try write("Sources/Till/Handler.swift", "final class Handler {}")
        #expect(
            await #expect(throws: BundlingError.self) { try await self.command().bundle() } == .noMain(target: "Till"))
        let error = await #expect(throws: BundlingError.self) { try await self.command("--static").bundle() }
        #expect(error == .staticNeedsSources(package: folder.resolvingSymlinksInPath().path))
        #expect(error?.description.contains("--kit") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: ".build/bundle/debug").path))
        // An own main.swift is one.
        try write("Sources/Till/main.swift", "print(1)")
        #expect(WrittenEntryPoint.isWritten(in: folder.appending(path: "Sources/Till")))
    }

    @Test func `a folder without a package is wrong usage`() throws {
        try FileManager.default.removeItem(at: folder.appending(path: "Package.swift"))
        #expect(throws: (any Error).self) { try command() }
    }
}
