import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// The code of README.md and of the page on tests is what is compiled here, and it works.
@Suite(.timeLimit(.minutes(30))) struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The lines of a document's Swift blocks, without indentation and imports.
    private static func blocks(of document: String) throws -> [[String]] {
        let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        .map(lines)
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("///") }
    }

    @Test(arguments: [
        ("README.md", "Tests/SystemTests/ReadmeHost.swift"),
        ("README.md", "Tests/Fixtures/fixture-extension/ReadmeExtension.swift"),
        ("Documentation/ExtensionTesting.md", "Examples/Darkroom/Tests/DarkroomTests/FaultTests.swift"),
        ("Documentation/ExtensionTesting.md", "Tests/SystemTests/InProcessExample.swift"),
        ("Documentation/ExtensionTesting.md", "Tests/SystemTests/Views/ViewTestExample.swift"),
        ("Documentation/Hosts.md", "Tests/SystemTests/HostGuideExample.swift"),
        ("Documentation/Views.md", "Tests/SystemTests/Views/ViewHostExample.swift"),
        ("Documentation/PhotoEditing.md", "Tests/SystemTests/PhotoEditing/PhotoHostExample.swift"),
        ("Documentation/PhotoEditing.md", "Tests/Fixtures/fixture-photo/FrameExample.swift"),
        ("Documentation/Coordination.md", "Tests/OpenFoundationTests/Coordination/PresenterExample.swift"),
        ("Examples/Darkroom/README.md", "Tests/SystemTests/PhotoEditing/PhotoHostExample.swift"),
    ])
    func `a document shows the code that is compiled`(document: String, file: String) throws {
        let compiled = try Self.lines(String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8))
        // The README's host is the body of a function here.
        let candidates = [compiled, Array(compiled.dropFirst().dropLast())]
        #expect(try Self.blocks(of: document).contains { candidates.contains($0) })
    }

    @Test func `the cookbook shows the code that is compiled`() throws {
        let file = Self.root.appendingPathComponent("Tests/SystemTests/CookbookExamples.swift")
        let compiled = try Self.lines(String(contentsOf: file, encoding: .utf8))
        #expect(try Self.blocks(of: "Documentation/Cookbook.md").flatMap(\.self) == compiled)
    }

    @Test func `the README's host gets its photo edited`() async throws {
        try await TestDevice.with { device in
            var app = TestApp(TestAppex("Sepia", behaviour: "image"))
            app.identifier = "org.openextensionkit.Darkroom"
            try await device.install(app)
            let photo: String = try device.write(
                Data([0xFF, 0xD8]) + Data(repeating: 1, count: 100_000), to: "photo.jpg")
            let output: String = device.folder.appending("files/edited.jpg").string
            let environment: [String: String] = device.environment
            // A process of its own, since a host reads its environment.
            await #expect(processExitsWith: .success) {
                [environment = environment as [String: String], photo = photo as String, output = output as String] in
                for (name, value) in environment { setenv(name, value, 1) }
                try await readmeHost(photo: URL(fileURLWithPath: photo), output: URL(fileURLWithPath: output))
            }
            #expect(try device.read("edited.jpg").count == 100_008)
        }
    }

    @Test func `the guide's host gets its text processed`() async throws {
        try await TestDevice.with { device in
            #expect(try await begin("nobody", on: device.host()).value == [])
            try await device.install(TestAppex(behaviour: "uppercase", rule: .predicate("TRUEPREDICATE")))
            #expect(try await begin("hello", on: device.host()).value == ["HELLO"])
        }
    }

    @Test func `the README's extension shouts`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            #expect(try await device.host().text("shout", "hello") == "HELLO")
        }
    }
}
