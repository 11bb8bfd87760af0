import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

/// `appex test`: builds a package's apps and runs its tests.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Builds a package's apps and runs its tests, which install them on devices of their own.",
        discussion: """
            The tests find the apps in the folder APPEX_TEST_APPS, and use the programs that belong to this one. Options \
            after -- are those of `swift test`, for instance `appex test -- --filter Share`.
            """)

    @Argument(help: "The package's folder.", completion: .directory)
    var package = "."

    @OptionGroup var settings: BuildSettingOptions

    @OptionGroup var buildFolder: BuildFolderOptions

    @Argument(parsing: .postTerminator, help: "Options of `swift test`.")
    var options: [String] = []

    func validate() throws {
        try PackageBundler.checkPackage(package)
    }

    func run() async throws {
        do throws(BundlingError) {
            let bundler = PackageBundler(
                package: package, scratch: buildFolder.shared, settings: try settings.read())
            var environment = Self.programs
            if let plan = try await plan(bundler) {
                let summary = try await bundler.bundle(
                    plan, with: BundleAssembler(output: bundler.apps, force: false))
                environment["APPEX_TEST_APPS"] = bundler.apps.path
                // The devices of the tests have no runtimes of their own.
                environment["APPEX_RUNTIMES"] = summary.runtime.map { FilePath($0).removingLastComponent().string }
            }
            // What a test bundles would wait for the folder that its own build uses.
            environment["APPEX_SCRATCH_PATH"] = ""
            try await bundler.toolchain().test(options, environment: environment)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// What is bundled; nil for a package without apps and extensions, such as a host.
    private func plan(_ bundler: PackageBundler) async throws(BundlingError) -> BundlePlan? {
        do throws(BundlingError) { return try await bundler.checkWithWarnings() } catch {
            if case .noApp(_, extensions: []) = error { return nil }
            throw error
        }
    }

    /// The variables that lead to the programs beside this one.
    private static var programs: [String: String] {
        let environment = ProcessInfo.processInfo.environment
        let programs = ["APPEX_BROKER": "appexd", "APPEX_LAUNCHER": "appex-launch", "APPEX_DECODER": "appex-decode"]
        var found: [String: String] = [:]
        for (variable, name) in programs {
            found[variable] = ProgramLocator.find(name, variable: variable, environment: environment)?.string
        }
        return found
    }
}
