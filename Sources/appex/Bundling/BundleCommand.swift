import AppexSigning
import ArgumentParser
import Foundation

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
            """)

    @Argument(help: "The package's folder.", completion: .directory)
    var package = "."

    @Option(
        name: .shortAndLong, help: "The folder that receives the app. By default .build/apps in the package's folder.",
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
        try PackageBundler.checkPackage(package)
        guard identity == nil || !unsigned else {
            throw ValidationError("--identity and --unsigned exclude each other; give one of them.")
        }
    }

    func run() async throws {
        let summary: BundleSummary
        let identity = unsigned ? nil : try SigningPlace().identity(identity)
        do throws(BundlingError) {
            summary = try await bundle(signedBy: identity)
        } catch {
            throw CommandFailure(error.description, .failed)
        }
        if outputOptions.json { return try Console.print(summary) }
        for report in summary.apps { Console.say(report.text) }
    }

    /// Plans, builds and assembles the apps.
    func bundle(signedBy identity: SigningIdentity? = nil) async throws(BundlingError) -> BundleSummary {
        Console.complain("Reading the package \(package) …")
        let bundler = PackageBundler(
            package: package, scratch: buildFolder.shared, configuration: configuration,
            linking: isStatic ? .static : .shared, settings: try settings.read(configuration: configuration))
        return try await bundler.bundle(
            try await bundler.check(),
            with: BundleAssembler(
                output: output.map { URL(filePath: $0) } ?? bundler.apps, force: force, identity: identity))
    }
}

extension SwiftToolchain.Optimisation: ExpressibleByArgument {}
