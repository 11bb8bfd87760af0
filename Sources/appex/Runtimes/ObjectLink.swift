import AppexModel
import AppexRuntimes
import Foundation
import SystemPackage

/// A link of object files into a shared object that uses the runtime of the device: an extension, an app or a framework.
struct ObjectLink: Equatable {
    /// What the object is called in messages.
    let name: String
    /// The paths of the object files.
    let objects: [String]
    /// The function with which the program begins; nil for a framework.
    let entryPoint: String?
    /// The folder of the runtime.
    let runtime: FilePath
    /// The frameworks to link with, by the paths of their libraries.
    var frameworks: [FilePath] = []
    /// Where the object finds its frameworks, relative to its own folder, `$ORIGIN`.
    var runPaths: [String] = []
    /// Options that name further libraries.
    var options: [String] = []

    /// The number of undefined symbols that a message names.
    private static let shownSymbols = 3

    /// The arguments of `swiftc`, in the folder that receives the object: the linker writes the path of its output into it.
    ///
    /// - Parameter list: a file with the paths of the objects.
    /// - Parameter output: the path of the shared object.
    func arguments(list: String, output: FilePath) -> [String] {
        var arguments = [
            "-emit-library", "-o", output.lastComponent?.string ?? name, "@\(list)", "-no-toolchain-stdlib-rpath",
        ]
        var linker = ["--strip-debug", "-z", "defs"]
        if let entryPoint {
            linker.append("--defsym=\(RuntimeFolder.entryPoint)=\(entryPoint)")
        } else if let name = output.lastComponent {
            linker.append("-soname=\(name)")
        }
        linker.append("-rpath=" + (["$ORIGIN"] + runPaths).joined(separator: ":"))
        arguments += linker.flatMap { ["-Xlinker", $0] }
        // Before the options, whose folders can contain a library of this name that is not the installed one.
        arguments += ["-L", runtime.string, "-l" + Self.linkName(of: RuntimeFolder.library)]
        for library in frameworks {
            arguments += ["-L", library.removingLastComponent().string]
            arguments += (library.lastComponent?.string).map { ["-l" + Self.linkName(of: $0)] } ?? []
        }
        return arguments + options
    }

    private static func linkName(of library: String) -> String {
        String(library.dropFirst("lib".count).dropLast(".so".count))
    }

    /// Links, which replaces the file at `output`.
    ///
    /// - Throws: ``BundlingError/undefinedSymbols(program:symbols:more:runtime:)`` if something is used that neither the
    ///   objects nor the libraries define; ``BundlingError`` if the compiler fails in another way or a file cannot be written.
    func link(to output: FilePath) async throws(BundlingError) {
        try await Self.withList(of: objects) { list throws(BundlingError) in
            do throws(BundlingError) {
                _ = try await ToolProcess.output(
                    of: "swiftc", arguments(list: list, output: output),
                    in: output.removingLastComponent())
            } catch .toolFailed(let command, let status, let messages) {
                let symbols = Self.undefinedSymbols(in: messages)
                guard !symbols.isEmpty else {
                    throw .toolFailed(command: command, status: status, output: messages)
                }
                let shown = symbols.prefix(Self.shownSymbols)
                throw .undefinedSymbols(
                    program: name, symbols: await Self.demangled(Array(shown)), more: symbols.count - shown.count,
                    runtime: runtime.lastComponent?.string ?? "")
            }
        }
    }

    /// Calls `body` with a file that lists objects, because there can be more than fit on a command line.
    static func withList(
        of objects: [String], _ body: (_ list: String) async throws(BundlingError) -> Void
    ) async throws(BundlingError) {
        let list = FileManager.default.temporaryDirectory.appending(path: "appex-link-\(UUID().uuidString).txt")
        let lines = objects.map { $0.shellWord + "\n" }
        do { try Data(lines.joined().utf8).write(to: list) } catch {
            throw .file(doing: "write", path: list.path, reason: error.localizedDescription)
        }
        defer { try? FileManager.default.removeItem(at: list) }  // It is in the folder of temporary files.
        try await body(list.path)
    }

    /// The names in a linker's messages of symbols that nothing defines, each once. The forms are those of GNU ld and gold, and of lld.
    static func undefinedSymbols(in messages: String) -> [String] {
        var seen: Set<String> = []
        return messages.matches(of: /undefined (?:hidden )?(?:reference to|symbol:?) ?[`'‘]?([^'’`\s]+)/)
            .map { String($0.1) }.filter { seen.insert($0).inserted }
    }

    /// The names as they are written in sources; as they are if they cannot be converted.
    private static func demangled(_ symbols: [String]) async -> [String] {
        let output = try? await ToolProcess.output(of: "swift", ["demangle", "--compact"] + symbols)
        let names = (output ?? "").split(separator: "\n").map(String.init)
        return names.count == symbols.count ? names : symbols
    }
}
