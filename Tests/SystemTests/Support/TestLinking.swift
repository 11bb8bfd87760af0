import AppexRuntimes
import Foundation
import SystemPackage
import Testing

/// How the extensions and apps of the tests are linked. `APPEX_TEST_LINKING=shared` runs all tests with objects that the shared
/// runtime opens, which `Scripts/link-fixtures` makes; without it they are programs of their own.
enum TestLinking: String {
    case programs, shared

    static var current: TestLinking {
        ProcessInfo.processInfo.environment["APPEX_TEST_LINKING"].flatMap(TestLinking.init) ?? .programs
    }

    /// The file that a bundle has in place of a program.
    func program(_ program: BuiltProgram) throws -> FilePath {
        let path = try program.path
        guard self == .shared else { return path }
        return try Self.existing(path.removingLastComponent().appending("objects").appending(program.rawValue))
    }

    /// The identifier of the runtime of this build; nil where programs are linked on their own.
    var runtime: String? {
        get throws {
            guard self == .shared else { return nil }
            let folder = try Self.existing(BuiltProgram.broker.path.removingLastComponent().appending("runtimes"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
            // Its SDK is beside it.
            let name = names.first { !$0.hasPrefix(".") && !$0.hasPrefix(SDKFolder.prefix) }
            let found: String = try #require(name, "\(folder) is empty; run Scripts/link-fixtures")
            return found
        }
    }

    private static func existing(_ path: FilePath) throws -> FilePath {
        let exists = FileManager.default.fileExists(atPath: path.string)
        try #require(exists, "\(path) is missing; run Scripts/link-fixtures")
        return path
    }
}
