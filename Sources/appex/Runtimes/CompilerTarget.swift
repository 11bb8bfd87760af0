import Foundation
import SystemPackage

/// The compiler in PATH and the machine for which it compiles: the output of `swiftc -print-target-info`.
struct CompilerTarget: Decodable, Equatable {
    private struct Target: Decodable, Equatable {
        let arch: String
    }

    private struct Paths: Decodable, Equatable {
        let runtimeLibraryPaths: [String]
        let runtimeResourcePath: String
    }

    /// The line by which the compiler names itself, for example `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
    let compilerVersion: String
    private let target: Target
    private let paths: Paths

    /// Asks the compiler.
    ///
    /// - Throws: ``BundlingError`` if it cannot be started or prints something unexpected.
    static func current() async throws(BundlingError) -> CompilerTarget {
        let json = try await ToolProcess.output(of: "swiftc", ["-print-target-info"])
        do { return try JSONDecoder().decode(CompilerTarget.self, from: Data(json.utf8)) } catch {
            throw .noToolchain(reason: "the output of `swiftc -print-target-info` has another form: \(error)")
        }
    }

    /// The version alone, for example `6.3.1`.
    var version: String {
        compilerVersion.firstMatch(of: /version ([0-9A-Za-z.\-]+)/).map { String($0.1) } ?? "unknown"
    }

    /// The architecture, for example `x86_64`.
    var architecture: String { target.arch }

    /// The toolchain's folder, `usr`.
    private var toolchain: FilePath {
        FilePath(paths.runtimeResourcePath).removingLastComponent().removingLastComponent()
    }

    /// The folder of the compiled SwiftSyntax that the toolchain has for its macros; nil if it has none, or one that is older than
    /// the version of swift-syntax with which OpenExtensionKit's tools are written.
    var syntaxLibraries: FilePath? {
        let folder = FilePath(paths.runtimeResourcePath).appending("host")
        guard version.compare("6.3", options: .numeric) != .orderedAscending,
            ["libSwiftSyntax.so", "libSwiftParser.so", "SwiftSyntax.swiftmodule", "SwiftParser.swiftmodule"]
                .allSatisfy({ FileManager.default.fileExists(atPath: folder.appending($0).string) })
        else { return nil }
        return folder
    }

    /// The licence of Swift and its libraries. Not every toolchain has it there.
    var license: FilePath { toolchain.appending("share/swift/LICENSE.txt") }

    /// The program that removes the symbols which only debuggers need.
    var objectCopier: FilePath { toolchain.appending("bin/llvm-objcopy") }

    /// The libraries of Swift that programs can need, without those for tests and for debuggers.
    ///
    /// - Throws: ``BundlingError/file(doing:path:reason:)``.
    func libraries() throws(BundlingError) -> [FilePath] {
        let folder = paths.runtimeLibraryPaths.first ?? ""
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                .filter { $0.hasSuffix(".so") && !$0.contains("Test") && !$0.contains("Mirror") }
                .map { FilePath(folder).appending($0) }
        } catch {
            throw .file(doing: "read the libraries of Swift in", path: folder, reason: error.localizedDescription)
        }
    }
}
