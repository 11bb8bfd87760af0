import AppexModel
import AppexRuntimes
import ArgumentParser
import Foundation
import SystemPackage

/// Reads a package, checks it, and builds it into apps.
struct PackageBundler {
    let swift: SwiftToolchain
    private let configuration: SwiftToolchain.Optimisation
    private let settings: UserBuildSettings

    /// - Parameter package: the package's folder.
    /// - Parameter scratch: the folder to build in, which packages can share; nil for a folder within the package.
    /// - Parameter settings: the build settings that property lists can refer to.
    /// - Parameter linking: how the programs are linked. Without a runtime to link against, they are linked statically.
    init(
        package: String, scratch: String? = nil, configuration: SwiftToolchain.Optimisation = .debug,
        linking: SwiftToolchain.Linking = .shared, settings: UserBuildSettings = UserBuildSettings()
    ) {
        swift = SwiftToolchain(package: Self.path(package), scratch: scratch.map(Self.path), linking: linking)
        self.configuration = configuration
        self.settings = settings
    }

    /// The folder for the apps unless another one is given.
    var apps: URL { URL(filePath: swift.package.appending(".build").appending("apps").string) }

    /// Throws if a folder is not a Swift package.
    static func checkPackage(_ folder: String) throws {
        guard FileManager.default.fileExists(atPath: URL(filePath: folder).appending(path: "Package.swift").path) else {
            throw ValidationError("There is no Swift package in \(folder): it has no Package.swift.")
        }
    }

    /// Decides which bundles the package is built into.
    func read() async throws(BundlingError) -> BundlePlan {
        try BundlePlan(try await swift.describe(), settings: settings) { path throws(BundlingError) in
            try Self.manifest(at: path)
        }
    }

    /// The compiler's command for the package: with the SDK, unless the package depends on the sources of the library.
    ///
    /// - Throws: ``BundlingError/noSDK(compiler:others:package:)`` if it needs an SDK and no SDK fits the compiler;
    ///   ``BundlingError/doubledPackage(name:package:)`` if it contains what the SDK contains too.
    func toolchain() async throws(BundlingError) -> SwiftToolchain {
        guard try await isBuiltWithSDK() else { return try await hasModulesForOthers() ? swift.apart() : swift }
        return swift.using(try await AvailableSDK.matching(package: swift.package))
    }

    /// Whether the package is built with an SDK, because neither it nor a package that it depends on contains the library. The modules
    /// of an SDK cannot be linked statically.
    private func isBuiltWithSDK() async throws(BundlingError) -> Bool {
        guard swift.linking == .shared else { return false }
        guard try await swift.pluginUsages().hasDependencies else { return true }
        let tree = try await swift.dependencies()
        guard tree.kit == nil else { return false }
        if let name = SourceFingerprint.packages.first(where: { tree.folders[$0] != nil }) {
            throw .doubledPackage(name: name, package: swift.package.string)
        }
        return true
    }

    /// Whether a package that is built in the same folder could import modules that it does not depend on.
    private func hasModulesForOthers() async throws(BundlingError) -> Bool {
        guard swift.isShared else { return false }
        if try await swift.describe().targets.contains(where: \.isImportable) { return true }
        return try await swift.dependencies().hasForeignDependencies
    }

    /// Reads the package.
    ///
    /// - Returns: the plan, with what can be built and is probably a mistake.
    /// - Throws: the mistakes because of which the package cannot be built into an app that works.
    func check() async throws(BundlingError) -> BundlePlan {
        let plan = try await read()
        try await checkEntryPoints(of: plan)
        return plan
    }

    /// Reads the package as ``check()`` does, and prints a warning about each mistake.
    func checkWithWarnings() async throws(BundlingError) -> BundlePlan {
        let plan = try await check()
        for text in plan.mistakes.texts(.warning) { Console.complain("warning: \(Console.tame(text))") }
        return plan
    }

    /// Builds and assembles the apps of a plan.
    func bundle(_ plan: BundlePlan, with assembler: BundleAssembler) async throws(BundlingError) -> BundleSummary {
        for app in plan.apps { try assembler.checkPlace(of: app) }
        let clock = ContinuousClock()
        let started = clock.now
        var swift = try await toolchain()
        let runtime = if let sdk = swift.sdk { sdk.runtime } else { try await runtime() }
        if runtime == nil { swift = swift.linking(.static) }
        if swift.sdk != nil { try Self.generateSources(of: plan) }
        var names = plan.bundles.map(\.product)
        if runtime != nil { names += Set(plan.apps.flatMap(\.frameworks).map(\.name)).sorted() }
        let isWhole = plan.takesAllPrograms && (runtime != nil || !plan.hasDynamicLibraries)
        let products = try await swift.build(isWhole ? nil : names, configuration)
        let linker = runtime.map { SharedLinker($0, products: products) }
        if let linker {
            for app in plan.apps { try await linker.link(app) }
        }
        let built = clock.now
        var assembler = assembler
        assembler.runtime = runtime?.manifest.identifier
        var reports: [BundleReport] = []
        for app in plan.apps {
            let place = try assembler.assemble(
                app, from: URL(filePath: products.string), linked: linker.map { URL(filePath: $0.output.string) })
            if linker != nil { Self.warnOfInterfaces(of: app, at: place) }
            reports.append(BundleReport(app, at: place))
        }
        return BundleSummary(
            apps: reports, runtime: runtime?.folder.string, buildMilliseconds: (built - started).milliseconds,
            assembleMilliseconds: (clock.now - built).milliseconds)
    }

    /// Makes what an editor needs of a package that is built with an SDK: the link to the SDK, and the generated sources.
    ///
    /// - Returns: whether the package is built with an SDK.
    /// - Throws: ``BundlingError`` if there is no SDK, or if the package has a mistake because of which no source can be generated.
    func prepare() async throws(BundlingError) -> Bool {
        let swift = try await toolchain()
        guard let sdk = swift.sdk else { return false }
        try SDKWorkspace(package: swift.package, sdk: sdk).prepare(scratch: swift.scratch)
        do throws(BundlingError) { try Self.generateSources(of: try await read()) } catch {
            // A host has neither an app nor generated sources.
            guard case .noApp(_, extensions: []) = error else { throw error }
        }
        return true
    }

    private static func generateSources(of plan: BundlePlan) throws(BundlingError) {
        for bundle in plan.bundles { try GeneratedSource(of: bundle).write() }
    }

    /// Builds a package without apps, such as a host, and makes a link to each of its programs in `.build/programs`.
    ///
    /// - Returns: the links.
    /// - Throws: ``BundlingError``; that of ``read()`` if the package has no programs either.
    func buildPrograms(insteadOf error: BundlingError) async throws(BundlingError) -> [FilePath] {
        let names = try await swift.describe().products.filter(\.isExecutable).map(\.name).sorted()
        guard case .noApp(_, extensions: []) = error, !names.isEmpty else { throw error }
        let products = try await toolchain().build(nil, configuration)
        let folder = swift.package.appending(".build").appending("programs")
        for name in names { try SDKWorkspace.link(folder.appending(name), to: products.appending(name)) }
        return names.map { folder.appending($0) }
    }

    /// Prints a warning about each interface that an extension uses although it may not.
    private static func warnOfInterfaces(of app: BundlePlan.App, at place: URL) {
        for appExtension in app.extensions {
            let program = place.appending(
                path: "\(appExtension.style?.folder ?? "")/\(appExtension.name)/\(appExtension.executable)")
            let frameworks = place.appending(path: BundlePlan.Framework.folder).path
            for sentence in ExtensionInterface.sentences(aboutExtension: program.path, frameworks: frameworks) {
                Console.complain("warning: \(sentence)")
            }
        }
    }

    /// The runtime to link against; nil to link statically. If no runtime fits, a message says so and the result is nil.
    private func runtime() async throws(BundlingError) -> AvailableRuntime? {
        guard swift.linking == .shared else { return nil }
        do throws(BundlingError) { return try await AvailableRuntime.matching(swift) } catch {
            switch error {
            case .noRuntime, .noKit:
                Console.complain("note: \(error)")
                return nil
            default: throw error
            }
        }
    }

    private func checkEntryPoints(of plan: BundlePlan) async throws(BundlingError) {
        if try await isBuiltWithSDK() { return try checkGeneratedSources(of: plan) }
        let usages = try await swift.pluginUsages()
        let generated = usages.targets(of: WrittenEntryPoint.plugin)
        if swift.linking == .static,
            plan.bundles.contains(where: { !generated.contains($0.target) && Self.needsSource($0) }),
            try await !dependsOnKit(usages)
        {
            throw .staticNeedsSources(package: swift.package.string)
        }
        var problems: [BundlingError] = []
        for appExtension in plan.apps.flatMap(\.extensions) {
            do throws(BundlingError) {
                try checkEntryPoint(of: appExtension, isGenerated: generated.contains(appExtension.target))
            } catch {
                problems.append(error)
            }
        }
        if let error = BundlingError(problems) { throw error }
    }

    /// Whether a bundle is written for the SDK: its program has to begin in a generated source.
    private static func needsSource(_ bundle: BundlePlan.Bundle) -> Bool {
        do throws(BundlingError) { return try GeneratedSource(of: bundle).text != nil } catch {
            return bundle.style != nil
        }
    }

    private func dependsOnKit(_ usages: PluginUsages) async throws(BundlingError) -> Bool {
        guard usages.hasDependencies else { return false }
        return try await swift.dependencies().kit != nil
    }

    private func checkGeneratedSources(of plan: BundlePlan) throws(BundlingError) {
        var problems: [BundlingError] = []
        for bundle in plan.bundles {
            do throws(BundlingError) {
                guard try GeneratedSource(of: bundle).text != nil, bundle.style != nil else { continue }
                try PrincipalClass.check(bundle, in: URL(filePath: bundle.folder))
            } catch {
                problems.append(error)
            }
        }
        if let error = BundlingError(problems) { throw error }
    }

    private func checkEntryPoint(of appExtension: BundlePlan.Bundle, isGenerated: Bool) throws(BundlingError) {
        let folder = URL(filePath: appExtension.folder)
        if isGenerated {
            // The plug-in would report during the build that there is no principal class.
            _ = try GeneratedSource(of: appExtension)
            return try PrincipalClass.check(appExtension, in: folder)
        }
        guard WrittenEntryPoint.isWritten(in: folder) else {
            throw .noEntryPoint(target: appExtension.target, package: swift.package.string)
        }
    }

    /// The absolute path that an argument names.
    static func path(_ argument: String) -> FilePath {
        FilePath(URL(filePath: argument).standardizedFileURL.path)
    }

    /// The Info.plist at `path`; `nil` if there is none.
    private static func manifest(at path: String) throws(BundlingError) -> PropertyListValue? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .file(doing: "read", path: path, reason: error.localizedDescription)
        }
        return try refusingManifestErrors { () throws(ManifestError) in
            try PropertyListValue(parsing: Array(bytes), file: path)
        }
    }
}

extension Duration {
    /// In milliseconds, rounded.
    fileprivate var milliseconds: Double { (self / .milliseconds(1)).rounded() }
}
