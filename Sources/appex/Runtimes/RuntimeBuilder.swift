import AppexModel
import AppexRuntimes
import AppexSigning
import Foundation
import Glibc
import SystemPackage

/// Builds the runtime of a checkout of OpenExtensionKit.
struct RuntimeBuilder {
    /// What was built.
    struct Result {
        let folder: FilePath
        let manifest: RuntimeManifest
        /// Whether the folder was there already and is up to date.
        let isUnchanged: Bool
    }

    /// The name of the product, and that of its library without `lib` and `.so`.
    private static let product = "AppexRuntime"
    /// The name of the folder that receives runtimes, beside the programs.
    static let folderName = "runtimes"
    /// What the name of a runtime begins with that is not complete.
    static let stagingPrefix = ".new-"

    /// Builds OpenExtensionKit, or a package that depends on it.
    let swift: SwiftToolchain
    let configuration: SwiftToolchain.Optimisation

    private var files: FileManager { FileManager.default }

    /// Builds the runtime.
    ///
    /// - Parameter output: the folder that receives it; nil for `runtimes` beside the products, of which only the newest is kept.
    /// - Throws: ``BundlingError``.
    func build(into output: FilePath?) async throws(BundlingError) -> Result {
        let sources = try await KitSources(of: swift)
        var products = try await swift.build([Self.product, RuntimeFolder.program], configuration)
        let isKit = KitLocation.isKit(swift.package.string)
        if isKit { products = try await swift.build(target: SDKBuilder.testing, configuration) }
        let command = try LinkCommand(of: Self.product, in: products)
        let manifest = try manifest(of: command.modules, sources)
        let runtimes = output ?? products.appending(Self.folderName)
        let folder = runtimes.appending(manifest.identifier.rawValue)
        let sdk = SDKBuilder(sources: sources, products: products, runtime: folder, manifest: manifest)
        if isCurrent(folder, manifest, products) {
            if isKit { try await sdk.build() }
            return Result(folder: folder, manifest: manifest, isUnchanged: true)
        }
        try Self.attempting("create the folder", runtimes) {
            try files.createDirectory(atPath: runtimes.string, withIntermediateDirectories: true)
            try removeEntries(of: runtimes) { $0.hasPrefix(Self.stagingPrefix) }
        }
        let staging = runtimes.appending(Self.stagingPrefix + UUID().uuidString)
        // Has been moved away after success; otherwise nothing is worth keeping.
        defer { try? files.removeItem(atPath: staging.string) }
        try Self.attempting("create the folder", staging) {
            try files.createDirectory(atPath: staging.string, withIntermediateDirectories: true)
        }
        try await fill(staging, command, products, sources)
        try seal(staging, manifest)
        try Self.attempting("replace", folder) {
            if files.fileExists(atPath: folder.string) { try files.removeItem(atPath: folder.string) }
            try files.moveItem(atPath: staging.string, toPath: folder.string)
            guard output == nil else { return }
            let name = manifest.identifier.rawValue
            try removeEntries(of: runtimes) { $0 != name && $0 != SDKFolder.prefix + name }
        }
        if isKit { try await sdk.build() }
        return Result(folder: folder, manifest: manifest, isUnchanged: false)
    }

    private func manifest(
        of modules: Set<String>, _ sources: KitSources
    ) throws(BundlingError) -> RuntimeManifest {
        let fingerprint = try sources.fingerprint(of: modules.sorted())
        guard
            let manifest = RuntimeManifest(
                swiftVersion: sources.compiler.version, kitVersion: PackageVersion.current,
                architecture: sources.compiler.architecture, fingerprint: fingerprint, modules: modules)
        else {
            throw .noToolchain(
                reason:
                    "the version \"\(ManifestError.printable(sources.compiler.compilerVersion, limit: 100))\" is unknown"
            )
        }
        return manifest
    }

    /// Whether a runtime is newer than the products and made of the same sources.
    private func isCurrent(_ folder: FilePath, _ manifest: RuntimeManifest, _ products: FilePath) -> Bool {
        func date(_ file: FilePath) -> Date? {
            try? files.attributesOfItem(atPath: file.string)[.modificationDate] as? Date
        }
        guard let found = try? RuntimeManifest(ofRuntimeAt: folder), found == manifest,
            let made = date(folder.appending(SealedFiles.file.components)),
            let library = date(products.appending(RuntimeFolder.library)),
            let program = date(products.appending(RuntimeFolder.program))
        else { return false }
        return made > library && made > program
    }

    /// Puts the files of the runtime into a folder.
    private func fill(
        _ folder: FilePath, _ command: LinkCommand, _ products: FilePath, _ sources: KitSources
    ) async throws(BundlingError) {
        let library = folder.appending(RuntimeFolder.library)
        try await ObjectLink.withList(of: command.objects) { list throws(BundlingError) in
            let linker = ["-soname=\(RuntimeFolder.library)", "--strip-debug", "-z", "defs", "-rpath=$ORIGIN"]
            _ = try await ToolProcess.output(
                of: "swiftc",
                ["-emit-library", "-o", library.string, "@\(list)", "-no-toolchain-stdlib-rpath"]
                    + linker.flatMap { ["-Xlinker", $0] } + command.options)
        }
        let program = folder.appending(RuntimeFolder.program)
        try Self.copy(products.appending(RuntimeFolder.program), to: program)
        for source in try sources.compiler.libraries() {
            guard let name = source.lastComponent else { continue }
            try await strip(source, to: folder.appending(name), sources.compiler)
        }
        let licenses =
            [("OpenExtensionKit", sources.kit.appending("LICENSE")), ("Swift", sources.compiler.license)]
            + sources.checkouts.map { ($0.key, $0.value.appending("LICENSE.txt")) }
        for (name, file) in licenses where files.fileExists(atPath: file.string) {
            try Self.copy(file, to: folder.appending("LICENSE-\(name).txt"))
        }
        try Self.attempting("set the modes of the files in", folder) {
            for name in try files.contentsOfDirectory(atPath: folder.string) {
                let mode = name == RuntimeFolder.program ? 0o755 : 0o644
                try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.appending(name).string)
            }
        }
    }

    /// Copies a library without the symbols that only debuggers need, or as it is if the toolchain has no program for that.
    private func strip(_ source: FilePath, to target: FilePath, _ compiler: CompilerTarget) async throws(BundlingError)
    {
        let program = compiler.objectCopier.string
        guard files.isExecutableFile(atPath: program) else { return try Self.copy(source, to: target) }
        _ = try await ToolProcess.output(of: program, ["--strip-unneeded", source.string, target.string])
    }

    /// Copies a file or folder, of a symbolic link that to which it leads.
    static func copy(_ source: FilePath, to target: FilePath) throws(BundlingError) {
        try attempting("copy", source) {
            try FileManager.default.copyItem(
                atPath: URL(filePath: source.string).resolvingSymlinksInPath().path, toPath: target.string)
        }
    }

    /// Writes the description and the digests of all files.
    private func seal(_ folder: FilePath, _ manifest: RuntimeManifest) throws(BundlingError) {
        try Self.attempting("seal", folder) {
            let description = folder.appending(RuntimeFolder.manifest).string
            try Data(manifest.xmlBytes()).write(to: URL(filePath: description))
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: description)
            let text = try SealedFiles(ofBundleAt: folder).text()
            try files.createDirectory(
                atPath: folder.appending(SealedFiles.folder).string, withIntermediateDirectories: true)
            try Data(text).write(to: URL(filePath: folder.appending(SealedFiles.file.components).string))
        }
    }

    private func removeEntries(of folder: FilePath, where isOld: (String) -> Bool) throws {
        for name in try files.contentsOfDirectory(atPath: folder.string) where isOld(name) {
            try files.removeItem(atPath: folder.appending(name).string)
        }
    }

    /// Calls `body`, and reports an error as one about a file.
    static func attempting(_ doing: String, _ path: FilePath, _ body: () throws -> Void) throws(BundlingError) {
        do { try body() } catch {
            let reason = (error as? SigningError)?.description ?? error.localizedDescription
            throw .file(doing: doing, path: path.string, reason: reason)
        }
    }
}
