import AppexModel
import ArgumentParser
import Foundation

/// `appex check`: everything about a package or an app that can be known without building or running it.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks for mistakes in a package or an app, without building or installing it.",
        discussion: """
            It reads property lists, activation rules and targets, and looks for the principal classes. `appex bundle` and \
            `appex install` look for the same mistakes. Exit status: 0 if the package or app is right or there are only \
            warnings, 1 if it could not be built or installed, or if an extension uses an interface that is only for apps; with --strict also for warnings.
            """)

    @Argument(help: "The folder of a package, or of an app, NAME.app.", completion: .directory)
    var subject = "."

    @Flag(help: "Warn of what only Apple's stores reject too, and end with 1 for a warning.")
    var strict = false

    @OptionGroup var settings: BuildSettingOptions

    @OptionGroup var buildFolder: BuildFolderOptions

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let apps: [CheckedApp]
        let warnings: [String]
        /// What extensions do that they may not.
        let errors: [String]
    }

    func run() async throws {
        let folder = URL(filePath: subject).standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandFailure("Cannot check \(Console.tame(subject)): there is no such folder.", .notFound)
        }
        let (apps, warnings) = try await check(folder)
        let errors = apps.flatMap(\.violations)
        for error in errors { Console.complain("error: \(Console.tame(error))") }
        for warning in warnings { Console.complain("warning: \(Console.tame(warning))") }
        if output.json {
            try Console.print(Listing(apps: apps, warnings: warnings, errors: errors))
        } else {
            for app in apps {
                Console.say("\(Console.tame(app.name)) (\(app.identifier))")
                for appExtension in app.extensions {
                    Console.say("  \(appExtension.identifier)  at \(appExtension.point)")
                }
            }
            if warnings.isEmpty, errors.isEmpty { Console.say("No mistakes were found.") }
        }
        if !errors.isEmpty || (strict && !warnings.isEmpty) { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    private func check(_ folder: URL) async throws -> ([CheckedApp], [String]) {
        if folder.pathExtension == "app" {
            do throws(ManifestError) {
                let app = try CheckedApp(at: folder)
                return ([app], app.advice + (strict ? app.rejections : []))
            } catch {
                throw CommandFailure("\(error)", .failed)
            }
        }
        try PackageBundler.checkPackage(subject)
        do throws(BundlingError) {
            let plan = try await PackageBundler(
                package: folder.path, scratch: buildFolder.shared, settings: try settings.read()
            ).check()
            let rejections = plan.apps.flatMap(\.extensions).flatMap { appExtension in
                let manifest = try? AppexManifest(appExtension.manifest, file: appExtension.manifestFile)
                return (manifest.map(BundleAdvice.sentencesOfStores) ?? []).map {
                    "\(appExtension.manifestFile): \($0)"
                }
            }
            return (plan.apps.map(CheckedApp.init), plan.advice + plan.warnings + (strict ? rejections : []))
        } catch {
            throw CommandFailure(error)
        }
    }
}
