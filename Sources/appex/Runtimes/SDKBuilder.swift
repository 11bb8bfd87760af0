import AppexModel
import AppexRuntimes
import Foundation
import SystemPackage

/// Makes the SDK of a runtime from what the build of the runtime has left.
struct SDKBuilder {
    /// The module that tests of extensions import, which no runtime contains.
    static let testing = "ExtensionTesting"

    let sources: KitSources
    /// The folder with the products of the build.
    let products: FilePath
    /// The folder of the runtime.
    let runtime: FilePath
    let manifest: RuntimeManifest

    private var files: FileManager { FileManager.default }
    private var description: SDKManifest {
        SDKManifest(runtime: manifest.identifier, compiler: sources.compiler.compilerVersion)
    }
    private var builtModules: FilePath { products.appending("Modules") }
    private var frameworks: FilePath { sources.kit.appending("Frameworks").appending("Sources") }

    /// Makes the SDK beside the runtime, unless it is there and newer than all that it is made of. It is complete before it has its name.
    ///
    /// - Throws: ``BundlingError``.
    func build() async throws(BundlingError) {
        let folder = SDKFolder.path(besideRuntime: runtime)
        let objects = try testingObjects()
        guard try !isCurrent(folder, objects) else { return }
        let staging = runtime.removingLastComponent().appending(RuntimeBuilder.stagingPrefix + UUID().uuidString)
        // Has been moved away after success; otherwise nothing is worth keeping.
        defer { try? files.removeItem(atPath: staging.string) }
        try makeFolder(staging)
        try copyModules(to: staging)
        try await compileFrameworks(in: staging)
        try await linkTesting(objects, in: staging)
        try write(String(decoding: description.xmlBytes(), as: UTF8.self), to: staging.appending(SDKFolder.manifest))
        try RuntimeBuilder.attempting("replace", folder) {
            if files.fileExists(atPath: folder.string) { try files.removeItem(atPath: folder.string) }
            try files.moveItem(atPath: staging.string, toPath: folder.string)
        }
    }

    // MARK: Modules

    /// The modules of the SDK that are written in Swift, and those in C. The build has left an interface of the former.
    private var modules: (swift: [String], c: [String]) {
        var modules = (swift: [Self.testing], c: [String]())
        for name in manifest.modules {
            if files.fileExists(atPath: builtModules.appending("\(name).swiftmodule").string) {
                modules.swift.append(name)
            } else {
                modules.c.append(name)
            }
        }
        return modules
    }

    private func copyModules(to staging: FilePath) throws(BundlingError) {
        let target = staging.appending(SDKFolder.modules)
        try makeFolder(target)
        let modules = modules
        for name in modules.swift {
            for file in ["\(name).swiftmodule", "\(name).swiftdoc"] {
                try RuntimeBuilder.copy(builtModules.appending(file), to: target.appending(file))
            }
        }
        // The compiler looks for a map in the folder that it searches.
        let maps = modules.c.map { "extern module \($0) \"\($0)/module.modulemap\"\n" }.joined()
        try makeFolder(staging.appending(SDKFolder.headers))
        try write(maps, to: staging.appending(SDKFolder.headers).appending("module.modulemap"))
        for name in modules.c {
            let folder = staging.appending(SDKFolder.headers).appending(name)
            try RuntimeBuilder.copy(headers(of: name), to: folder)
            let map = folder.appending("module.modulemap")
            // SwiftPM makes one with an absolute path.
            guard !files.fileExists(atPath: map.string) else { continue }
            try write("module \(name) {\n    umbrella \".\"\n    export *\n}\n", to: map)
        }
    }

    /// The folder with the headers of a C module.
    private func headers(of module: String) throws(BundlingError) -> FilePath {
        let packages = [sources.kit] + sources.checkouts.sorted { $0.key < $1.key }.map(\.value)
        let folders = packages.map { $0.appending("Sources").appending(module).appending("include") }
        guard let found = folders.first(where: { files.fileExists(atPath: $0.string) }) else {
            throw .file(
                doing: "find the headers of \(module) in", path: sources.kit.string,
                reason: "there is no folder Sources/\(module)/include")
        }
        return found
    }

    /// Makes the modules under Apple's names, which consist of one import each and need no object code.
    private func compileFrameworks(in staging: FilePath) async throws(BundlingError) {
        let target = staging.appending(SDKFolder.frameworks)
        try makeFolder(target)
        for (name, sources) in try frameworkSources() {
            _ = try await ToolProcess.output(
                of: "swiftc",
                [
                    "-emit-module", "-parse-as-library", "-module-name", name, "-swift-version", "6",
                    "-o", target.appending("\(name).swiftmodule").string,
                ] + SDKToolset(sdk: staging, runtime: runtime).compilerOptions + sources.map(\.string))
        }
    }

    /// The names of the modules under Apple's names, with their sources.
    private func frameworkSources() throws(BundlingError) -> [(name: String, sources: [FilePath])] {
        do {
            return try files.contentsOfDirectory(atPath: frameworks.string).sorted().map { name in
                let folder = frameworks.appending(name)
                let sources = try files.contentsOfDirectory(atPath: folder.string).sorted().filter {
                    $0.hasSuffix(".swift")
                }
                return (name, sources.map { folder.appending($0) })
            }
        } catch {
            throw .file(doing: "read the folder", path: frameworks.string, reason: error.localizedDescription)
        }
    }

    // MARK: The library for tests

    /// The objects of the module for tests, by the map that SwiftPM gives to the compiler.
    private func testingObjects() throws(BundlingError) -> [String] {
        let map = products.appending("\(Self.testing).build").appending("output-file-map.json").string
        do {
            let json = try Data(contentsOf: URL(filePath: map))
            let outputs = try JSONDecoder().decode([String: OutputFiles].self, from: json)
            // The entry without a source is that of the module as a whole. A release build names an object there, but makes one
            // for each source.
            return outputs.filter { !$0.key.isEmpty }.values.compactMap(\.object).sorted()
        } catch {
            throw .file(doing: "read", path: map, reason: "it is the list of the objects of \(Self.testing): \(error)")
        }
    }

    private struct OutputFiles: Decodable {
        let object: String?
    }

    private func linkTesting(_ objects: [String], in staging: FilePath) async throws(BundlingError) {
        let link = ObjectLink(
            name: SDKFolder.testing, objects: objects, entryPoint: nil, runtime: runtime,
            runPaths: ["$ORIGIN/../\(manifest.identifier)"])
        try await link.link(to: staging.appending(SDKFolder.testing))
    }

    // MARK: Files

    /// Whether the SDK in a folder is newer than all that it would be made of.
    private func isCurrent(_ folder: FilePath, _ objects: [String]) throws(BundlingError) -> Bool {
        func date(_ file: FilePath) -> Date? {
            try? files.attributesOfItem(atPath: file.string)[.modificationDate] as? Date
        }
        guard let found = try? SDKManifest(ofSDKAt: folder), found == description,
            let made = date(folder.appending(SDKFolder.manifest))
        else { return false }
        let inputs =
            modules.swift.map { builtModules.appending("\($0).swiftmodule") } + objects.map { FilePath($0) }
            + (try frameworkSources()).flatMap(\.sources) + [runtime.appending(RuntimeFolder.manifest)]
        return inputs.allSatisfy { date($0).map { $0 <= made } ?? false }
    }

    private func write(_ text: String, to file: FilePath) throws(BundlingError) {
        try RuntimeBuilder.attempting("write", file) {
            try Data(text.utf8).write(to: URL(filePath: file.string))
        }
    }

    private func makeFolder(_ folder: FilePath) throws(BundlingError) {
        try RuntimeBuilder.attempting("create the folder", folder) {
            try files.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        }
    }
}
