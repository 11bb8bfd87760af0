import AppexRuntimes
import Foundation
import SystemPackage

/// The options with which SwiftPM builds a package against an SDK and its runtime, in the form of its option `--toolset`.
struct SDKToolset: Equatable {
    /// The folder of the SDK.
    let sdk: FilePath
    /// The folder of the runtime.
    let runtime: FilePath

    /// The options of the Swift compiler, which name the modules of the library.
    var compilerOptions: [String] {
        ["-I\(sdk.appending(SDKFolder.modules))", "-Xcc", "-I\(sdk.appending(SDKFolder.headers))"]
    }

    /// The options of the linker, with which a program finds the runtime on this machine. The library for tests is needed only by a
    /// program that uses it.
    var linkerOptions: [String] {
        [
            "-L\(runtime)", "-lAppexRuntime", "-L\(sdk)", "--push-state", "--as-needed", "-lExtensionTesting",
            "--pop-state", "-rpath=\(runtime)", "-rpath=\(sdk)",
        ]
    }

    /// The maximum size of the file in bytes.
    private static let limit = 64 << 10

    private struct Content: Codable {
        struct Tool: Codable {
            let extraCLIOptions: [String]
        }

        var schemaVersion = "1.0"
        let swiftCompiler: Tool
        let linker: Tool
    }

    /// The folder of the SDK that a file names, which may not exist; nil if the file does not exist or has a different form.
    static func sdk(ofToolsetAt file: FilePath) -> FilePath? {
        guard let bytes = try? InputFile.content(of: file.string, limit: limit),
            let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
            let option = content.swiftCompiler.extraCLIOptions.first, option.hasPrefix("-I/")
        else { return nil }
        let modules = FilePath(String(option.dropFirst(2)))
        return modules.lastComponent?.string == SDKFolder.modules ? modules.removingLastComponent() : nil
    }

    /// The content of the file.
    ///
    /// - Throws: an error of the encoder.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Content(
                swiftCompiler: Content.Tool(extraCLIOptions: compilerOptions),
                linker: Content.Tool(extraCLIOptions: linkerOptions)))
    }
}
