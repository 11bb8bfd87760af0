import AppexModel
import AppexRuntimes
import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import SystemPackage

/// `appex runtime`: the libraries that all apps and extensions of a device use.
struct RuntimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime",
        abstract: "Builds, installs and removes the runtimes that apps and extensions are linked against.",
        discussion: """
            A runtime contains the libraries of Swift and of OpenExtensionKit. Apps that were linked against it contain \
            only their own code. Several versions can be installed side by side.
            """,
        subcommands: [Build.self, List.self, Install.self, Remove.self, Link.self])
}

extension RuntimeCommand {
    struct Build: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Builds the runtime of a version of OpenExtensionKit.",
            discussion: """
                Prints the folder of the runtime. It is beside the products of the build, from where `appex bundle` of the \
                same checkout uses it; `appex runtime install` installs it on a device. The runtime of the sources that were \
                installed with this program is built in the user's cache, and installed with its SDK on this device.
                """)

        @Option(
            help: """
                The folder of OpenExtensionKit, or of a package that depends on it. By default that which belongs to this \
                program.
                """, completion: .directory)
        var kit: String?

        @Option(name: .shortAndLong, help: "The build configuration: 'debug' or 'release'.")
        var configuration: SwiftToolchain.Optimisation = .debug

        @Option(
            help: "The folder to build in; by default .build in that folder, or one in the user's cache.",
            completion: .directory)
        var scratchPath: String?

        @Option(
            name: .shortAndLong,
            help: """
                The folder that receives the runtime. By default `runtimes` beside the products, where only the newest is \
                kept, or this device.
                """, completion: .directory)
        var output: String?

        @OptionGroup var outputOptions: OutputOptions

        func run() async throws {
            let package = try package
            let isInstalled = InstalledSources.are(in: package)
            // Found before anything is built.
            let store = isInstalled && output == nil ? RuntimeStore(layout: try SigningPlace().layout) : nil
            var result: RuntimeBuilder.Result
            do throws(BundlingError) { result = try await build(package, isInstalled) } catch {
                throw CommandFailure(error.description, .failed)
            }
            if let store {
                let isNew = try store.install(result.folder).isNew
                try store.installSDK(SDKFolder.path(besideRuntime: result.folder))
                result = RuntimeBuilder.Result(
                    folder: store.layout.runtimes.appending(result.manifest.identifier.rawValue),
                    manifest: result.manifest, isUnchanged: !isNew)
            }
            let listing = RuntimeListing(result.manifest, at: result.folder)
            if outputOptions.json { return try Console.print(listing) }
            Console.say(
                result.isUnchanged
                    ? "\(result.folder) is up to date (\(listing.size))." : "Made \(result.folder) (\(listing.size)).")
        }

        private func build(
            _ package: FilePath, _ isInstalled: Bool
        ) async throws(BundlingError) -> RuntimeBuilder.Result {
            let environment = ProcessInfo.processInfo.environment
            // SwiftPM inherits the variable.
            if isInstalled { setenv(InstalledSources.variable, "1", 1) }
            let sources = isInstalled ? try InstalledSources.copy(package, environment: environment) : package
            let scratch =
                scratchPath.map(PackageBundler.path)
                ?? (isInstalled ? InstalledSources.scratch(environment) : package.appending(".build"))
            let swift = SwiftToolchain(package: sources, scratch: scratch)
            return try await RuntimeBuilder(swift: swift, configuration: configuration)
                .build(into: output.map(PackageBundler.path))
        }

        private var package: FilePath {
            get throws {
                if let kit, !KitLocation.isKit(PackageBundler.path(kit).string) {
                    try PackageBundler.checkPackage(kit)
                    return PackageBundler.path(kit)
                }
                let location = try KitLocation(
                    kit, environment: ProcessInfo.processInfo.environment, program: ProgramLocator.runningProgram)
                return FilePath(location.folder)
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Links a program that `swift build` has compiled against a runtime.",
            discussion: """
                For other build systems: `appex bundle` does it for all programs of a package. The name of the target must \
                be that of the product.
                """)

        @Argument(help: "The name of an executable product.")
        var product: String

        @Option(
            help: "The folder with the products, as `swift build --show-bin-path` prints it.", completion: .directory)
        var products: String

        @Option(
            help: "The folder of the runtime; by default the newest in `runtimes` beside the products.",
            completion: .directory)
        var runtime: String?

        @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
        var output: String

        func run() async throws {
            let products = PackageBundler.path(products)
            let folder = try runtime.map(PackageBundler.path) ?? newest(in: products)
            let manifest = try RuntimeManifest(ofRuntimeAt: folder)
            do throws(BundlingError) {
                let command = try LinkCommand(of: product, in: products)
                let link = ObjectLink(
                    name: product, objects: command.objects(without: Set(manifest.modules)),
                    entryPoint: command.entryPoint(of: Self.module(of: product)), runtime: folder,
                    options: command.options)
                try await link.link(to: PackageBundler.path(output))
            } catch {
                throw CommandFailure(error.description, .failed)
            }
        }

        /// The name of a target as that of a module.
        private static func module(of target: String) -> String {
            String(target.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        }

        private func newest(in products: FilePath) throws -> FilePath {
            let runtimes = products.appending(RuntimeBuilder.folderName)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: runtimes.string)) ?? []
            let found = names.filter { RuntimeIdentifier(rawValue: $0) != nil && !$0.hasPrefix(SDKFolder.prefix) }.map {
                runtimes.appending($0)
            }
            func date(_ folder: FilePath) -> Date {
                let attributes = try? FileManager.default.attributesOfItem(atPath: folder.string)
                return attributes?[.modificationDate] as? Date ?? .distantPast
            }
            guard let newest = found.max(by: { date($0) < date($1) }) else {
                throw CommandFailure(
                    "There is no runtime in \(runtimes); build one with `appex runtime build`.", .notFound)
            }
            return newest
        }
    }
}

/// A runtime, as `appex runtime` prints it.
struct RuntimeListing: Encodable {
    let identifier: String
    let swiftVersion: String
    let kitVersion: String
    let architecture: String
    let path: String
    let bytes: Int

    init(_ manifest: RuntimeManifest, at folder: FilePath) {
        identifier = manifest.identifier.rawValue
        swiftVersion = manifest.swiftVersion
        kitVersion = manifest.kitVersion
        architecture = manifest.architecture
        path = folder.string
        bytes = BundleReport.size(of: URL(filePath: folder.string))
    }

    /// The size as text.
    var size: String { BundleReport.megabytes(bytes) }
}
