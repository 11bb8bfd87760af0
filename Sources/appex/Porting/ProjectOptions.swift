import AppexModel
import AppexSigning
import AppexSystem
import ArgumentParser
import Foundation
import SystemPackage

/// The options for an Xcode project that is built instead of a package.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Build the app extensions of an Xcode project instead of a package.", valueName: "NAME.xcodeproj"),
        completion: .directory)
    var project: String?

    @Option(
        name: .customLong("target"),
        help: "With --project, a target to build; by default all extensions. May be repeated.")
    var targets: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --project, the build configuration of the project; by default Debug or Release, as --configuration.",
            valueName: "name"))
    var projectConfiguration: String?

    @Option(
        help: ArgumentHelp(
            "With --project, build with these sources of OpenExtensionKit instead of the SDK.", valueName: "folder"),
        completion: .directory)
    var kit: String?

    func validate() throws {
        guard project == nil, !targets.isEmpty || projectConfiguration != nil || kit != nil else { return }
        throw ValidationError(
            "--target, --project-configuration and --kit are for an Xcode project; give --project as well.")
    }

    /// The folder of the package that a project is ported into: in the user's cache, by the project's path.
    ///
    /// - Throws: `SigningError` if its digest cannot be computed.
    static func package(of project: FilePath, environment: [String: String]) throws(SigningError) -> FilePath {
        let digest = try FileDigest(of: Array(project.string.utf8)).description.prefix(16)
        let name = String((project.stem ?? "Project").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        return CacheFolder.path(environment).appending("projects").appending("\(name)-\(digest)")
    }

    /// Ports the project, and prints what is missing.
    ///
    /// - Parameter settings: the build settings.
    /// - Parameter configuration: the build configuration.
    /// - Parameter kit: the sources of OpenExtensionKit, which say which modules there are.
    /// - Parameter dependsOnKit: whether the package depends on these sources. Otherwise it is built with the SDK.
    /// - Returns: the folder of the package, in which the compiler's messages refer to the project's sources.
    /// - Throws: ``BundlingError`` if the project cannot be read, or if a source has an error.
    func port(
        _ project: FilePath, _ settings: BuildSettingOptions, _ configuration: SwiftToolchain.Optimisation,
        kit: KitLocation, dependsOnKit: Bool
    ) async throws(BundlingError) -> FilePath {
        let environment = ProcessInfo.processInfo.environment
        let program = try await PortProgram(kit: kit, environment: environment)
        let package: FilePath
        do throws(SigningError) { package = try Self.package(of: project, environment: environment) } catch {
            throw .port(reason: error.description)
        }
        let options = PortOptions(
            path: project.string, output: package.string, targets: targets,
            configuration: projectConfiguration ?? configuration.rawValue.capitalized, settings: settings.settings,
            configurationFiles: settings.files.map { PackageBundler.path($0).string }, addsSourceLocations: true,
            json: true, dependsOnKit: dependsOnKit)
        do {
            try FileManager.default.createDirectory(
                atPath: package.removingLastComponent().string, withIntermediateDirectories: true)
        } catch {
            throw .file(doing: "create the folder", path: package.string, reason: error.localizedDescription)
        }
        let report = try PortReport.reading(try await Self.output(of: program, options.arguments(kit: kit)))
        for line in report.lines { Console.complain(line) }
        guard !report.notes.contains(where: { $0.severity == .error }) else {
            throw .port(reason: "its sources have errors, which are above; correct them")
        }
        return FilePath(report.package)
    }

    private static func output(of program: PortProgram, _ arguments: [String]) async throws(BundlingError) -> String {
        do throws(BundlingError) {
            return try await ToolProcess.output(of: program.path.string, arguments, limit: longestReport)
        } catch {
            switch error {
            case .noToolchain(let reason):
                throw .port(
                    reason: "\(program.path) cannot be started (\(reason)); check that it is a program for this system")
            case .toolFailed(_, _, let messages) where !messages.isEmpty:
                throw .port(reason: messages.hasSuffix(".") ? String(messages.dropLast()) : messages)
            default: throw error
            }
        }
    }

    /// Bytes; enough for some ten thousand remarks.
    private static let longestReport = 16 << 20
}
