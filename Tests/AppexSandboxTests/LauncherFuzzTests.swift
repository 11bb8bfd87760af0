import Foundation
import Testing

/// The launcher's readers of requests, searched by libFuzzer with the sanitizers of addresses and undefined behaviour.
@Suite(.timeLimit(.minutes(30)))
struct LauncherFuzzTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `a million mutations of the corpus neither break the readers nor get past their checks`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Self.root.appending(path: "Scripts/fuzz-launcher").path
        let corpus = Self.root.appending(path: "Fuzz/Corpus/appex-fuzz-launcher").path
        let program = folder.appending(path: "fuzz").path
        let built = try Self.run(script, [program], in: folder)
        try #require(built.status == 0, "\(built.output)")
        // libFuzzer writes what it finds new into the first folder; the corpus in the tree is only read.
        let found = folder.appending(path: "found").path
        try FileManager.default.createDirectory(atPath: found, withIntermediateDirectories: false)
        // A fixed seed: what is found once is found every time.
        let searched = try Self.run(
            program, ["-seed=1", "-runs=1000000", "-max_len=4096", "-timeout=5", found, corpus], in: folder)
        #expect(searched.status == 0, "\(searched.output.suffix(2000))")
        #expect(searched.output.contains("Done 1000000 runs"))
    }

    private static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (
        status: Int32, output: String
    ) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
