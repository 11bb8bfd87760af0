import Testing

/// What keeps the house small enough to be read.
@Suite struct BudgetTests {
    /// A file longer than this is worth a look.
    static let longFile = 400
    /// A file longer than this is more than one thing.
    static let longestFile = 600
    static let longestPackageManifest = 400
    /// The launcher runs with the most rights, so it has to stay small enough to be audited in one sitting.
    static let longestLauncher = 1_400

    @Test(arguments: ["Sources", "Tests", "Tools", "Plugins", "Examples", "Benchmarks"])
    func `no file is too long`(folder: String) throws {
        for file in try SourceTree.files(in: folder, extensions: ["swift", "c", "h"]) {
            if file.lines.count > Self.longFile {
                print("\(file.path): \(file.lines.count) lines; a file should stay below \(Self.longFile)")
            }
            #expect(file.lines.count <= Self.longestFile, "\(file.path) has \(file.lines.count) lines; split it")
        }
    }

    @Test func `the package manifest is a list, not a program`() throws {
        let manifest = try #require(
            try SourceTree.files(in: ".", extensions: ["swift"]).first { $0.path == "Package.swift" })
        #expect(manifest.lines.count <= Self.longestPackageManifest)
    }

    @Test func `the launcher can be audited`() throws {
        // Blank lines and comments make an audit shorter, not longer.
        let lines = try ["appex-launch", "appex-runtime", "CSandbox"]
            .flatMap { try SourceTree.files(in: "Sources/\($0)", extensions: ["c", "h"]) }
            .map { file in
                file.lines.count { line in
                    let text = line.drop(while: \.isWhitespace)
                    return !text.isEmpty && !text.hasPrefix("//")
                }
            }
        #expect(lines.reduce(0, +) <= Self.longestLauncher)
    }

    @Test func `nothing is left to do in the sources`() throws {
        for file in try SourceTree.files(in: "Sources", extensions: ["swift", "c", "h"]) {
            for (index, line) in file.lines.enumerated() {
                for word in ["TODO", "FIXME", "fatalError("] where line.contains(word) {
                    Issue.record("\(file.path):\(index + 1): \(line)")
                }
            }
        }
    }
}
