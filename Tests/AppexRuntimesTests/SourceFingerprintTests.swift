import AppexRuntimes
import AppexSigning
import Foundation
import SystemPackage
import Testing

@Suite("By what a runtime is recognized")
struct SourceFingerprintTests {
    let fixture: RuntimeFixture

    init() throws {
        fixture = try RuntimeFixture()
        for file in ["kit/Sources/OpenUIKit/View.swift", "swift-log/Sources/Log.swift", "swift-system/Sources/a.c"] {
            try write("source", to: file)
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(fixture.folder)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func digest(_ modules: [String] = ["OpenUIKit", "Logging"], compiler: String = "6.3.1") throws -> FileDigest
    {
        let checkouts = ["swift-log", "swift-system"].map { ($0, fixture.folder.appending($0)) }
        return try SourceFingerprint.digest(
            kit: fixture.folder.appending("kit"), checkouts: Dictionary(uniqueKeysWithValues: checkouts),
            modules: modules, compiler: compiler)
    }

    @Test(arguments: [
        "kit/Sources/OpenUIKit/View.swift", "kit/Sources/OpenUIKit/Deep/New.swift", "swift-log/Sources/Log.swift",
        "swift-system/Sources/a.c",
    ])
    func `a change of a source changes it`(file: String) throws {
        let before = try digest()
        #expect(try digest() == before)
        try write("changed", to: file)
        #expect(try digest() != before)
    }

    @Test(arguments: [
        "kit/Sources/Other/View.swift", "kit/Sources/OpenUIKit/.hidden", "kit/Sources/OpenUIKit/View.swift~",
        "kit/Sources/OpenUIKit/Documentation.docc/Page.md", "kit/Package.swift",
    ])
    func `a change of something else does not`(file: String) throws {
        let before = try digest()
        try write("changed", to: file)
        #expect(try digest() == before)
    }

    @Test func `another compiler changes it, and an unknown module is an error`() throws {
        #expect(try digest() != digest(compiler: "6.3.2"))
        #expect(runtimeError { _ = try digest(["Unknown"]) }?.code == .invalid)
    }
}
