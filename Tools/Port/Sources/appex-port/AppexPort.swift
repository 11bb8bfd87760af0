import ArgumentParser
import Foundation
import Glibc
import XcodeProjects

/// The program that ports the app extensions of an Xcode project to a Swift package.
@main struct AppexPort: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appex-port",
        abstract: "Port the app extensions of an Xcode project to a Swift package.",
        discussion: """
            The sources are rewritten so that they compile on Linux, the property lists are expanded, and the resources are \
            copied. `appex bundle FOLDER` builds the package. Running the program again updates the files that it has \
            written, except those that were changed since.
            """)

    @Argument(help: "The project, NAME.xcodeproj, or a folder with one.")
    var path: String

    @Option(help: "The folder of the package.")
    var output: String

    @Option(help: "The folder with the sources of OpenExtensionKit, whose modules the package can import.")
    var kit: String

    @Flag(help: "Let the package depend on these sources, instead of building it with the SDK.")
    var dependsOnKit = false

    @Option(name: .customLong("target"), help: "A target to port; all extensions that can work if none is given.")
    var targets: [String] = []

    @Option(help: "The build configuration, such as Release; the project's default if it is not given.")
    var configuration: String?

    @Option(name: .customLong("setting"), help: "A build setting in the form NAME=VALUE.")
    var settings: [String] = []

    @Option(name: .customLong("xcconfig"), help: "A file with build settings.")
    var configurationFiles: [String] = []

    @Flag(help: "Place the compiler's messages in the original sources.")
    var sourceLocations = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        Self.limitResources()
        do {
            let options = PortOptions(
                path: path, output: output, kit: kit, dependsOnKit: dependsOnKit, targets: targets,
                configuration: configuration, settings: settings, configurationFiles: configurationFiles,
                addsSourceLocations: sourceLocations)
            var port = try ProjectPort(options)
            let report = try port.run()
            print(json ? try report.json() : report.text())
        } catch let error as ProjectError {
            let line = error.line.map { ":\($0)" } ?? ""
            FileHandle.standardError.write(Data("\(error.file)\(line): error: \(error.message)\n".utf8))
            throw ExitCode(1)
        }
    }

    /// Bounds what a hostile project can cost: ten minutes of processor time, and 8 GiB of address space.
    private static func limitResources() {
        for (resource, limit) in [(RLIMIT_CPU, rlim_t(600)), (RLIMIT_AS, rlim_t(8) << 30)] {
            var limits = rlimit(rlim_cur: limit, rlim_max: limit)
            setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
        }
    }
}
