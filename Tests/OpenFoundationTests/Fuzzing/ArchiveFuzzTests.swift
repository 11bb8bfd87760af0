import FuzzSupport
import Foundation
import Testing

/// Replays and mutates the corpus of `appex-fuzz-archives`, the same way in every run.
@Suite struct ArchiveFuzzTests {
    private static func withFolder<Result>(_ body: (HostileArchive) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "archives-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(HostileArchive(folder: folder))
    }

    @Test func `no mutated archive traps, leaves its folder or exceeds its bounds`() async throws {
        let outcome = try await Self.withFolder { archive in
            try await FuzzCorpus(of: "appex-fuzz-archives").replay(mutations: 150, seed: 13) { try archive.read($0) }
        }
        // Changes that leave nothing well-formed would reach no further than the first check.
        #expect(outcome.accepted > 150 / 20)
        #expect(outcome.refused > 150 / 20)
    }

    @Test func `every file of the corpus that is called valid is well-formed`() async throws {
        let inputs = try FuzzCorpus(of: "appex-fuzz-archives").inputs.filter { $0.name.hasPrefix("valid") }
        #expect(inputs.count >= 3)
        try await Self.withFolder { archive in
            for input in inputs {
                let isAccepted = try archive.read(input.bytes)
                #expect(isAccepted, "\(input.name)")
            }
        }
    }
}
