import AppexModel
import ArgumentParser
import Foundation
import SystemPackage

/// `appex bundle`: turns a Swift package into apps with their extensions.
struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Builds a Swift package into an app that contains its extensions.",
        discussion: """
            An executable target with an Info.plist in its folder becomes a bundle: an app extension if the Info.plist \
            has NSExtension or EXAppExtensionAttributes, an app if its CFBundlePackageType is APPL. An extension goes \
            into the app whose identifier is a prefix of its own. Of Xcode's build settings, $(PRODUCT_NAME), \
            $(EXECUTABLE_NAME), $(PRODUCT_MODULE_NAME), $(TARGET_NAME), $(DEVELOPMENT_LANGUAGE), \
            $(PRODUCT_BUNDLE_PACKAGE_TYPE) and, outside CFBundleIdentifier, $(PRODUCT_BUNDLE_IDENTIFIER) are expanded. \
            The contents of a folder Resources next to the Info.plist are copied into the bundle.
            """)

    @Argument(help: "The package's folder.", completion: .directory)
    var package = "."

    @Option(name: .shortAndLong, help: "The folder that receives the app.", completion: .directory)
    var output: String

    @Option(name: .shortAndLong, help: "The build configuration: 'debug' or 'release'.")
    var configuration: SwiftToolchain.Optimisation = .debug

    @Option(
        help: """
            The folder to build in. Packages that share one build common dependencies only once. Do not use that of \
            `swift build`, which links differently.
            """, completion: .directory)
    var scratchPath: String?

    @Flag(help: "Replace an existing app even if this command did not make it.")
    var force = false

    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        guard FileManager.default.fileExists(atPath: URL(filePath: package).appending(path: "Package.swift").path)
        else {
            throw ValidationError("There is no Swift package in \(package): it has no Package.swift.")
        }
    }

    func run() async throws {
        let summary: BundleSummary
        do throws(BundlingError) {
            summary = try await bundle()
        } catch {
            throw CommandFailure(error.description, .failed)
        }
        if outputOptions.json { return try Console.print(summary) }
        for report in summary.apps { Console.say(report.text) }
    }

    /// Plans, builds and assembles the apps.
    func bundle() async throws(BundlingError) -> BundleSummary {
        let swift = SwiftToolchain(package: Self.path(package), scratch: scratchPath.map(Self.path))
        Console.complain("Reading the package \(package) …")
        let plan = try BundlePlan(try await swift.describe()) { path throws(BundlingError) in
            try Self.manifest(at: path)
        }
        try await checkEntryPoints(of: plan, swift)
        for warning in plan.advice + plan.warnings { Console.complain("warning: \(warning)") }
        let assembler = BundleAssembler(output: URL(filePath: output), force: force)
        for app in plan.apps { try assembler.checkPlace(of: app) }
        let clock = ContinuousClock()
        let started = clock.now
        let bundles = plan.apps.flatMap { [$0.bundle] + $0.extensions }
        let products = try await swift.build(bundles.map(\.product), configuration)
        let built = clock.now
        var reports: [BundleReport] = []
        for app in plan.apps {
            reports.append(BundleReport(app, at: try assembler.assemble(app, from: URL(filePath: products.string))))
        }
        return BundleSummary(
            apps: reports, buildMilliseconds: (built - started).milliseconds,
            assembleMilliseconds: (clock.now - built).milliseconds)
    }

    private func checkEntryPoints(of plan: BundlePlan, _ swift: SwiftToolchain) async throws(BundlingError) {
        let generated = try await swift.pluginUsages().targets(of: EntryPoint.plugin)
        for appExtension in plan.apps.flatMap(\.extensions) where !generated.contains(appExtension.target) {
            guard !EntryPoint.isWritten(in: URL(filePath: appExtension.folder)) else { continue }
            throw .noEntryPoint(target: appExtension.target, package: swift.package.string)
        }
    }

    private static func path(_ argument: String) -> FilePath {
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

extension SwiftToolchain.Optimisation: ExpressibleByArgument {}

extension Duration {
    fileprivate var milliseconds: Double { (self / .milliseconds(1)).rounded() }
}
