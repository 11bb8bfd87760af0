import AppexModel
import AppexRuntimes
import AppexSigning
import Foundation
import SystemPackage

/// The `swift` command in PATH, applied to one package.
struct SwiftToolchain {
    /// The build configuration.
    enum Optimisation: String, CaseIterable {
        case debug, release
    }

    /// How programs get the Swift runtime and OpenExtensionKit.
    enum Linking {
        /// Each program contains what it uses.
        case `static`
        /// They are in the runtime of the device.
        case shared
    }

    /// Bytes; enough for the description of a package with some thousand targets.
    private static let longestDescription = 16 << 20

    /// The package's folder.
    let package: FilePath
    /// A build folder that packages share; nil for a folder within the package.
    private let shared: FilePath?
    /// How programs are linked.
    let linking: Linking
    /// What the package is built with in place of the sources of the library; nil if it depends on these.
    let sdk: AvailableSDK?
    /// Whether the package has a folder of its own in the one that packages share.
    private var isApart = false

    /// The folder to build in.
    ///
    /// Static and dynamic builds of one package cannot share a folder: each object file records which libraries to
    /// link, and SwiftPM does not recompile when only that changes.
    ///
    /// That of an SDK contains the identifier of its runtime, because SwiftPM does not compile again when only the toolset
    /// changes. It is not shared, because no two packages have anything in common but the SDK.
    var scratch: FilePath {
        if let sdk {
            let name = Self.folderName(of: sdk)
            return shared.map { $0.appending(name).appending(label) } ?? package.appending(".build").appending(name)
        }
        guard let shared = sharedSources else {
            return package.appending(".build").appending(linking == .static ? "bundle" : "bundle-shared")
        }
        return linking == .static ? shared.appending("static") : shared
    }

    /// The folder for packages that depend on the sources of the library; nil for a folder within the package.
    private var sharedSources: FilePath? { isApart ? shared?.appending("packages").appending(label) : shared }

    /// The name of the package's folder among those of others. Packages of one name are told apart by their paths (FNV-1a).
    private var label: String {
        let basis: UInt64 = 0xcbf2_9ce4_8422_2325
        let hash = package.string.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(package.lastComponent?.string ?? "package")-\(String(hash, radix: 16))"
    }

    /// - Parameter scratch: a build folder that packages share; nil for a folder within the package.
    /// - Parameter sdk: what the package is built with; nil if it depends on the sources of the library.
    init(package: FilePath, scratch: FilePath? = nil, linking: Linking = .shared, sdk: AvailableSDK? = nil) {
        self.package = package
        self.linking = linking
        self.sdk = sdk
        shared = scratch
    }

    private static func folderName(of sdk: AvailableSDK) -> String {
        SDKFolder.prefix + sdk.runtime.manifest.identifier.rawValue
    }

    /// Removes what was built with SDKs that no longer exist.
    private func removeObsoleteFolders() {
        guard let sdk else { return }
        ObsoleteBuildFolders.remove(in: shared ?? package.appending(".build"), except: Self.folderName(of: sdk))
    }

    /// Returns this toolchain with a different kind of linking.
    func linking(_ linking: Linking) -> SwiftToolchain {
        var toolchain = SwiftToolchain(package: package, scratch: shared, linking: linking)
        toolchain.isApart = isApart
        return toolchain
    }

    /// Returns this toolchain for a package that others must not be built beside, because they would find its modules: then
    /// `#if canImport(NAME)` holds in a package that does not depend on the module, or not, depending on what was built before.
    func apart() -> SwiftToolchain {
        var toolchain = self
        toolchain.isApart = true
        return toolchain
    }

    /// Whether packages share the folder to build in.
    var isShared: Bool { shared != nil }

    /// Returns this toolchain for a build with an SDK.
    func using(_ sdk: AvailableSDK) -> SwiftToolchain {
        SwiftToolchain(package: package, scratch: shared, linking: linking, sdk: sdk)
    }

    /// Describes the package's targets and products.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started, fails, or prints something unexpected.
    func describe() async throws(BundlingError) -> PackageDescription {
        let json = try await cache.answer(to: "describe") { () async throws(BundlingError) in
            try await run(["package", "describe", "--type", "json"], limit: Self.longestDescription)
        }
        return try PackageDescription.reading(Data(json.utf8), package: package.string)
    }

    /// Says which targets of the package use which plug-ins.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started, fails, or prints something unexpected.
    func pluginUsages() async throws(BundlingError) -> PluginUsages {
        let json = try await cache.answer(to: "dump-package") { () async throws(BundlingError) in
            try await run(["package", "dump-package"], limit: Self.longestDescription)
        }
        return try PluginUsages.reading(Data(json.utf8), package: package.string)
    }

    /// Says where the package and all packages that it depends on are.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started, fails, or prints something unexpected.
    func dependencies() async throws(BundlingError) -> PackageTree {
        let cache = cache
        let json = try await cache.answer(
            to: "show-dependencies",
            inputs: { json in
                let tree = try? PackageTree.reading(Data(json.utf8), package: package.string)
                return tree.flatMap { cache.digest(ofManifestsIn: Array($0.folders.values)) }
            }
        ) { () async throws(BundlingError) in
            try await run(["package", "show-dependencies", "--format", "json"], limit: Self.longestDescription)
        }
        return try PackageTree.reading(Data(json.utf8), package: package.string)
    }

    /// Builds products and returns the folder that contains them. The compiler's messages go to standard error as they appear.
    ///
    /// - Parameter products: nil for the whole package, which `swift` builds at once.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails.
    func build(_ products: [String]?, _ optimisation: Optimisation) async throws(BundlingError) -> FilePath {
        removeObsoleteFolders()
        var options = buildOptions(optimisation)
        if linking == .static {
            options += ["--static-swift-stdlib"]
            if optimisation == .release { options += ["-Xlinker", "--strip-all"] }
        }
        // Without this, SwiftPM would first use the build plan of the package that was built last in this folder.
        let planning = shared != nil && sdk == nil ? ["--disable-build-manifest-caching"] : []
        if let products {
            for (index, product) in products.enumerated() {
                try await ToolProcess.show(
                    try arguments(options + (index == 0 ? planning : []) + ["--product", product]))
            }
        } else {
            try await ToolProcess.show(try arguments(options + planning))
        }
        // SwiftPM makes a link to the products of each configuration.
        guard sdk == nil else { return scratch.appending(optimisation.rawValue) }
        let path = try await run(options + ["--show-bin-path"])
        return FilePath(path.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The options of each `swift build` in one folder. SwiftPM compiles everything again if they differ.
    private func buildOptions(_ optimisation: Optimisation) -> [String] {
        let options = ["build", "--configuration", optimisation.rawValue]
        // Editors make an index of their own. If the library is compiled with the package, one takes a sixth of the time.
        return sdk == nil ? options + ["--disable-index-store"] : options
    }

    /// Builds one target and returns the folder that contains the products.
    ///
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails.
    func build(target: String, _ optimisation: Optimisation) async throws(BundlingError) -> FilePath {
        let options = buildOptions(optimisation)
        try await ToolProcess.show(try arguments(options + ["--target", target]))
        let path = try await run(options + ["--show-bin-path"])
        return FilePath(path.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Builds and runs the package's tests, with their output on the standard streams.
    ///
    /// With an SDK, they are built in the folder of the programs. Otherwise they have a folder of their own, that of `swift test` or
    /// one in the folder that packages share: SwiftPM finds tests with the help of an index, without which programs are built.
    ///
    /// - Parameter options: further options of `swift test`.
    /// - Parameter environment: variables that are set for the tests.
    /// - Throws: ``BundlingError`` if `swift` cannot be started or fails, as it does when a test fails.
    func test(_ options: [String], environment: [String: String]) async throws(BundlingError) {
        if sdk != nil {
            removeObsoleteFolders()
            let words = try arguments(["test"] + options)
            return try await ToolProcess.run(words, environment: environment)
        }
        let folder =
            sharedSources.map { ["--scratch-path", $0.appending("tests").string, "--disable-build-manifest-caching"] }
            ?? []
        try await ToolProcess.run(
            ["test", "--package-path", package.string] + folder + options, environment: environment)
    }

    private var cache: PackageCache { PackageCache(package: package) }

    private func arguments(_ words: [String]) throws(BundlingError) -> [String] {
        // `swift package describe` builds nothing but resolves dependencies in the same folder.
        Array(words.prefix(1)) + ["--package-path", package.string, "--scratch-path", scratch.string]
            + (try sdk.map { sdk throws(BundlingError) in
                try ["--toolset", SDKWorkspace(package: package, sdk: sdk).prepare(scratch: scratch).string]
            } ?? [])
            + words.dropFirst()
    }

    private func run(_ words: [String], limit: Int = 64 << 10) async throws(BundlingError) -> String {
        try await ToolProcess.output(try arguments(words), limit: limit)
    }
}
