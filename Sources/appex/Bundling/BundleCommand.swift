import AppexModel
import AppexSigning
import AppexSystem
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
            into the app whose identifier is a prefix of its own. References to build settings, as $(PRODUCT_NAME), are \
            expanded; --setting and --xcconfig define those that have no default. An app without an identifier gets \
            org.example.PACKAGE, and an extension its app's identifier followed by the target's name. \
            The contents of a folder Resources next to the Info.plist are copied into the bundle. A dynamic library product \
            that the programs use goes into the app's Frameworks once.

            With --project, the extensions of an Xcode project are built, as `appex port` would make a package of them: its \
            sources stay as they are, the package is in the user's cache, and the compiler's messages refer to the project's \
            files.
            """)

    @Argument(help: "The package's folder; by default the current folder.", completion: .directory)
    var package: String?

    @OptionGroup var project: ProjectOptions

    @Option(
        name: .shortAndLong,
        help: "The folder that receives the app. By default .build/apps in the folder of the package or the project.",
        completion: .directory)
    var output: String?

    @Option(name: .shortAndLong, help: "The build configuration: 'debug' or 'release'.")
    var configuration: SwiftToolchain.Optimisation = .debug

    @Flag(
        name: .customLong("static"),
        help: "Put the Swift runtime and OpenExtensionKit into each program instead of using the device's runtime.")
    var isStatic = false

    @OptionGroup var settings: BuildSettingOptions

    @OptionGroup var buildFolder: BuildFolderOptions

    @Flag(help: "Replace an existing app even if this command did not make it.")
    var force = false

    @Option(help: "The identity to sign with; by default the device owner's, which is created at first use.")
    var identity: String?

    @Flag(help: "Do not sign the app. It can then be installed only with --untrusted.")
    var unsigned = false

    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        if let project = project.project {
            guard package == nil else {
                throw ValidationError("--project and the folder of a package exclude each other; give one of them.")
            }
            _ = try PortOptions.project(at: project)
        } else {
            try PackageBundler.checkPackage(package ?? ".")
        }
        guard identity == nil || !unsigned else {
            throw ValidationError("--identity and --unsigned exclude each other; give one of them.")
        }
    }

    func run() async throws {
        let summary: BundleSummary
        // Found before anything is built, because an error about it is not one of bundling.
        let kit = try project.project.map { _ in
            try KitLocation(
                project.kit, environment: ProcessInfo.processInfo.environment, program: ProgramLocator.runningProgram)
        }
        let identity = unsigned ? nil : try SigningPlace().identity(identity)
        do throws(BundlingError) {
            summary = try await bundle(signedBy: identity, kit: kit)
        } catch {
            throw CommandFailure(error)
        }
        if outputOptions.json { return try Console.print(summary) }
        for report in summary.apps { Console.say(report.text) }
    }

    /// Plans, builds and assembles the apps.
    ///
    /// - Parameter kit: the sources of OpenExtensionKit, for an Xcode project.
    func bundle(
        signedBy identity: SigningIdentity? = nil, kit: KitLocation? = nil
    ) async throws(BundlingError) -> BundleSummary {
        var place = package ?? "."
        // The settings of a project are expanded when it is ported.
        var given = UserBuildSettings(configuration: configuration.rawValue.capitalized)
        var apps = output.map { URL(filePath: $0) }
        if let kit, let path = project.project.flatMap({ try? PortOptions.project(at: $0) }) {
            Console.complain("Reading the project \(path) …")
            // The modules of the SDK cannot be linked statically.
            let dependsOnKit = project.kit != nil || isStatic
            place = try await project.port(path, settings, configuration, kit: kit, dependsOnKit: dependsOnKit).string
            apps = apps ?? URL(filePath: PortOptions.folder(of: path).appending(".build").appending("apps").string)
        } else {
            given = try settings.read(configuration: configuration)
            Console.complain("Reading the package \(place) …")
        }
        let bundler = PackageBundler(
            package: place, scratch: buildFolder.shared, configuration: configuration,
            linking: isStatic ? .static : .shared, settings: given)
        return try await bundler.bundle(
            try await bundler.checkWithWarnings(),
            with: BundleAssembler(output: apps ?? bundler.apps, force: force, identity: identity))
    }
}

extension SwiftToolchain.Optimisation: ExpressibleByArgument {}
