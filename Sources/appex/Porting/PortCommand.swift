import AppexSystem
import ArgumentParser
import Foundation
import SystemPackage

/// `appex port`: makes a Swift package of the extensions of an Xcode project.
struct PortCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "port",
        abstract: "Makes a Swift package of the app extensions of an Xcode project.",
        discussion: """
            It reads targets, sources, build settings, entitlements and resources, rewrites what needs the Objective-C \
            runtime, and says for each file what was changed and what is missing. The package is then built with \
            `appex bundle`. When it is repeated, files that were changed since are kept. The project itself is never changed; \
            `appex bundle --project` builds it without a package to keep.
            """)

    @Argument(
        help: "The project, NAME.xcodeproj, or a folder that contains it and all of its files.", completion: .directory)
    var path = "."

    @Option(
        name: .shortAndLong,
        help:
            "The folder that receives the package. By default NAME-package, with the name of the project or folder, in the current folder.",
        completion: .directory)
    var output: String?

    @Option(name: .customLong("target"), help: "A target to port; by default all extensions. May be repeated.")
    var targets: [String] = []

    @Option(name: .shortAndLong, help: "The build configuration; by default that of the project.")
    var configuration: String?

    @OptionGroup var settings: BuildSettingOptions

    @Option(
        help: ArgumentHelp(
            "Let the package depend on these sources of OpenExtensionKit, instead of building it with the SDK.",
            valueName: "folder"),
        completion: .directory)
    var kit: String?

    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
        let project = try PortOptions.project(at: path)
        let environment = ProcessInfo.processInfo.environment
        // The sources say which modules there are, also for a package that does not depend on them.
        let sources = try KitLocation(kit, environment: environment, program: ProgramLocator.runningProgram)
        let options = PortOptions(
            path: project.string, output: PackageBundler.path(output ?? "\(project.stem ?? "Project")-package").string,
            targets: targets, configuration: configuration, settings: settings.settings,
            configurationFiles: settings.files.map { PackageBundler.path($0).string }, json: outputOptions.json,
            dependsOnKit: kit != nil)
        do throws(BundlingError) {
            let program = try await PortProgram(kit: sources, environment: environment)
            // The program prints its report, and a failure in one sentence.
            guard try await ToolProcess.run(program.path, options.arguments(kit: sources)) else {
                throw .port(reason: "its messages are above")
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}
