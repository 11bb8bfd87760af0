import AppexModel
import AppexSigning
import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite final class PackageCacheTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
    private var count = 0

    init() throws { try write("Package.swift", "import PackageDescription\nlet package = Package(name: \"P\")\n") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ path: String, _ text: String) throws {
        try ProjectFiles.write([path: text], into: folder)
    }

    /// The number of the question that was asked, or of an earlier one whose answer is kept.
    private func ask(inputs: (String) -> FileDigest? = { _ in try? FileDigest(of: []) }) async throws -> String {
        try await PackageCache(package: FilePath(folder.path)).answer(to: "question", inputs: inputs) {
            count += 1
            return "answer \(count)\n"
        }
    }

    @Test func `SwiftPM is asked once about a package that does not change`() async throws {
        #expect(try await ask() == "answer 1\n")
        #expect(try await ask() == "answer 1\n")
        // What the sources contain does not matter.
        try write("Sources/P/a.swift", "1")
        #expect(try await ask() == "answer 2\n")
        try write("Sources/P/a.swift", "2")
        #expect(try await ask() == "answer 2\n")
    }

    @Test func `a change of the manifest, a new file and a file that is gone are noticed`() async throws {
        _ = try await ask()
        try write("Package.swift", "import PackageDescription\nlet package = Package(name: \"Q\")\n")
        #expect(try await ask() == "answer 2\n")
        try write("Package@swift-6.0.swift", "import PackageDescription\n")
        #expect(try await ask() == "answer 3\n")
        try write("Sources/P/a.swift", "")
        #expect(try await ask() == "answer 4\n")
        try FileManager.default.removeItem(at: folder.appending(path: "Sources/P/a.swift"))
        #expect(try await ask() == "answer 5\n")
    }

    @Test func `the names of modules that contain that of Foundation do not matter`() async throws {
        try write(
            "Package.swift",
            """
            import PackageDescription
            // Imports Foundation.
            let package = Package(name: "P", targets: [.target(name: "A", dependencies: ["OpenExtensionFoundation"])])
            """)
        _ = try await ask()
        #expect(try await ask() == "answer 1\n")
    }

    @Test(arguments: [
        "import Foundation", "import class Foundation.ProcessInfo", "#if true\n    import FoundationEssentials\n#endif",
        "import Glibc", "let x = Context.environment[\"X\"]",
    ])
    func `a manifest that can mean something else tomorrow is read each time`(line: String) async throws {
        try write("Package.swift", "import PackageDescription\n\(line)\nlet package = Package(name: \"P\")\n")
        _ = try await ask()
        #expect(try await ask() == "answer 2\n")
    }

    @Test func `an answer is asked for again if what else it depends on has changed or is unknown`() async throws {
        _ = try await ask { _ in try? FileDigest(of: [1]) }
        #expect(try await ask { _ in try? FileDigest(of: [1]) } == "answer 1\n")
        #expect(try await ask { _ in try? FileDigest(of: [2]) } == "answer 2\n")
        #expect(try await ask { _ in nil } == "answer 3\n")
    }

    @Test(arguments: ["", "no line", "\n", "0 0\nanswer 9\n"])
    func `a kept file with anything else in it is replaced`(content: String) async throws {
        try write(".build/appex/question.json", content)
        #expect(try await ask() == "answer 1\n")
        #expect(try await ask() == "answer 1\n")
    }
}
