import AppexModel
import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

/// `appex dev`: keeps a package's apps installed as their sources are.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract:
            "Builds and installs a package's apps, again after every change, and shows what their extensions print.",
        discussion: """
            Of a package without an app, such as a host, the programs are built; links to them are in .build/programs. \
            After a failed build the version that was installed before stays. Reports on extensions that crash or are \
            stopped are shown as they are written. Ctrl-C ends it; the apps stay installed.
            """)

    @Argument(help: "The package's folder.", completion: .directory)
    var package = "."

    @OptionGroup var settings: BuildSettingOptions

    @OptionGroup var buildFolder: BuildFolderOptions

    @Option(help: "The identity to sign with; by default the device owner's, which is created at first use.")
    var identity: String?

    @Flag(help: "Replace an app of another maker, or a newer version.")
    var replace = false

    @Flag(help: "Build and install once, and end.")
    var once = false

    func validate() throws {
        try PackageBundler.checkPackage(package)
    }

    func run() async throws {
        let bundler = try bundler()
        let folder = bundler.swift.package.string
        var sources = SourceSnapshot(of: folder)
        guard !once else {
            _ = try await install(bundler)
            return
        }
        try await withThrowingTaskGroup { group in
            var followed: Set<BundleIdentifier> = []
            while true {
                do {
                    for identifier in try await install(bundler) where followed.insert(identifier).inserted {
                        let follower = try OutputFollower(of: identifier)
                        group.addTask { try await follower.follow() }
                    }
                    Console.say("Waiting for changes in \(folder); Ctrl-C ends.")
                } catch let error as CommandFailure {
                    Console.complain("\(error.text)\nNothing was installed. Waiting for changes.")
                } catch let error as ExtensionError {
                    Console.complain("\(Console.tame(error.message))\nNothing was installed. Waiting for changes.")
                }
                let change = try await SourceSnapshot.next(after: sources, in: folder)
                sources = change.0
                Console.say("\n\(Console.tame(change.changed)) has changed.")
            }
        }
    }

    private func bundler() throws -> PackageBundler {
        do throws(BundlingError) {
            return PackageBundler(package: package, scratch: buildFolder.shared, settings: try settings.read())
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Checks, builds and installs, and prints how long each step takes.
    ///
    /// - Returns: the identifiers of the installed extensions.
    private func install(_ bundler: PackageBundler) async throws -> [BundleIdentifier] {
        let clock = ContinuousClock()
        let start = clock.now
        let identity = try SigningPlace().identity(identity)
        let plan: BundlePlan
        let summary: BundleSummary
        let checked: ContinuousClock.Instant
        do throws(BundlingError) {
            do throws(BundlingError) { plan = try await bundler.checkWithWarnings() } catch {
                for program in try await bundler.buildPrograms(insteadOf: error) { Console.say("Built \(program).") }
                Console.say("Built in \(Self.seconds(clock.now - start)).")
                return []
            }
            checked = clock.now
            summary = try await bundler.bundle(
                plan, with: BundleAssembler(output: bundler.apps, force: false, identity: identity))
        } catch {
            throw CommandFailure(error)
        }
        let built = clock.now
        for app in summary.apps {
            let (record, outcome) = try await InstallCommand.install(app.path, isReplacing: replace)
            Console.say("\(outcome) (\(record.identifier)).")
            for appex in record.extensions { Console.say("  \(appex.identifier)  at \(appex.point)") }
        }
        let end = clock.now
        Console.say(
            "Checked in \(Self.seconds(checked - start)), built in \(Self.seconds(built - checked)), "
                + "installed in \(Self.seconds(end - built)).")
        return plan.apps.flatMap(\.extensions).map(\.identifier)
    }

    private static func seconds(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1)))
    }
}
