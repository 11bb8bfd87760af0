import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite struct CompilerTargetTests {
    /// The compiled SwiftSyntax of a toolchain, whose folder has some files.
    private func syntaxLibraries(version: String, without missing: String? = nil) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "toolchain-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = folder.appending(path: "host")
        for name in ["SwiftSyntax.swiftmodule", "SwiftParser.swiftmodule", "libSwiftSyntax.so", "libSwiftParser.so"]
        where name != missing {
            try FileManager.default.createDirectory(
                at: host.appending(path: name), withIntermediateDirectories: true)
        }
        let json = """
            {"compilerVersion": "Swift version \(version) (swift-\(version)-RELEASE)", "target": {"arch": "x86_64"},
             "paths": {"runtimeLibraryPaths": [], "runtimeResourcePath": "\(folder.path)"}}
            """
        let found = try JSONDecoder().decode(CompilerTarget.self, from: Data(json.utf8)).syntaxLibraries?.string
        return found.map { $0 == host.path ? "host" : $0 }
    }

    @Test(arguments: ["6.3", "6.3.1", "6.10", "7.0"])
    func `a toolchain's SwiftSyntax is used from version 6.3 on`(version: String) throws {
        #expect(try syntaxLibraries(version: version) == "host")
    }

    @Test(arguments: ["6.2", "6.2.9", "5.10"])
    func `an older toolchain's SwiftSyntax is not used`(version: String) throws {
        #expect(try syntaxLibraries(version: version) == nil)
    }

    @Test(arguments: ["SwiftSyntax.swiftmodule", "SwiftParser.swiftmodule", "libSwiftSyntax.so", "libSwiftParser.so"])
    func `a toolchain without one of the files has no SwiftSyntax`(missing: String) throws {
        #expect(try syntaxLibraries(version: "6.3.1", without: missing) == nil)
    }
}
