import Foundation
import Testing

@testable import appex

@Suite final class SourceSnapshotTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)")

    init() throws {
        try ProjectFiles.write(["Package.swift": "1", "Sources/A/a.swift": "1"], into: folder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func change(by body: () throws -> Void) rethrows -> String? {
        let before = SourceSnapshot(of: folder.path)
        try body()
        return SourceSnapshot(of: folder.path).change(since: before)
    }

    @Test func `a file that is written, new, replaced or gone is a change`() throws {
        #expect(try change { try ProjectFiles.write(["Sources/A/a.swift": "12"], into: folder) } == "Sources/A/a.swift")
        #expect(try change { try ProjectFiles.write(["Sources/B/b.swift": ""], into: folder) } == "Sources/B/b.swift")
        #expect(
            try change {
                try Data("2".utf8).write(to: folder.appending(path: "Package.swift"), options: .atomic)
            } == "Package.swift")
        #expect(
            try change { try FileManager.default.removeItem(at: folder.appending(path: "Sources/B/b.swift")) }
                == "Sources/B/b.swift")
    }

    @Test(arguments: [".build/x", ".git/x", ".swiftpm/x", "Sources/A/.a.swift.swp", "Sources/A/a.swift~"])
    func `what a build or an editor writes is none`(path: String) throws {
        #expect(try change { try ProjectFiles.write([path: "1"], into: folder) } == nil)
    }

    @Test func `a folder that is gone has no files`() throws {
        let path: String? = try change { try FileManager.default.removeItem(at: folder) }
        #expect(path == "Package.swift")
    }
}
