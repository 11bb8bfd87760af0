import AppexModel
import ArgumentParser
import Foundation

/// `appex check`: everything about a package or an app that can be known without building or running it.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks for mistakes in a package or an app, without building or installing it.",
        discussion: """
            It reads property lists, activation rules and targets, and looks for the principal classes. `appex bundle`, \
            `appex install` and `appex explain` look for the same mistakes by the same rules, as far as they can know them: those \
            of an Info.plist alone, of a bundle's files, of a package's sources, or of a built program. Exit status: 0 if the \
            package or app is right or there are only warnings and notes, 1 if it could not be built or installed, or if an \
            extension uses an interface that is only for apps, and with --strict also for a warning; 3 if there is no such folder.
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
        let notes: [String]
        /// What extensions do that they may not.
        let errors: [String]
    }

    func run() async throws {
        let folder = URL(filePath: subject).standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandFailure("Cannot check \(Console.tame(subject)): there is no such folder.", .notFound)
        }
        let (apps, mistakes) = try await check(folder)
        let warnings = mistakes.texts(.warning) + (strict ? mistakes.texts(.store) : [])
        let notes = mistakes.texts(.note)
        let errors = apps.flatMap(\.violations)
        for error in errors { Console.complain("error: \(Console.tame(error))") }
        for warning in warnings { Console.complain("warning: \(Console.tame(warning))") }
        for note in notes { Console.complain("note: \(Console.tame(note))") }
        if output.json {
            try Console.print(Listing(apps: apps, warnings: warnings, notes: notes, errors: errors))
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

    private func check(_ folder: URL) async throws -> ([CheckedApp], [Mistake]) {
        if folder.pathExtension == "app" {
            do throws(ManifestError) {
                let app = try CheckedApp(at: folder)
                return ([app], app.mistakes)
            } catch {
                throw CommandFailure("\(error)", .failed)
            }
        }
        try PackageBundler.checkPackage(subject)
        do throws(BundlingError) {
            let plan = try await PackageBundler(
                package: folder.path, scratch: buildFolder.shared, settings: try settings.read()
            ).check()
            return (plan.apps.map(CheckedApp.init), plan.mistakes)
        } catch {
            throw CommandFailure(error)
        }
    }
}
