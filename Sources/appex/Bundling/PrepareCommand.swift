import ArgumentParser

/// `appex prepare`: makes what an editor needs to understand a package.
struct PrepareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Makes what an editor needs of a package: the link to the SDK, and the generated sources.",
        discussion: """
            For a package that was fetched and not built yet. `appex new`, `bundle`, `dev` and `test` do the same. The package's \
            file .sourcekit-lsp/config.json names the link, .build/appex/sdk.
            """)

    @Argument(help: "The package's folder.", completion: .directory)
    var package = "."

    @OptionGroup var settings: BuildSettingOptions

    func validate() throws {
        try PackageBundler.checkPackage(package)
    }

    func run() async throws {
        do throws(BundlingError) {
            let isPrepared = try await PackageBundler(package: package, settings: try settings.read()).prepare()
            Console.say(
                isPrepared
                    ? "The package is prepared for editors."
                    : "Nothing is needed, because the package depends on the sources of OpenExtensionKit.")
        } catch {
            throw CommandFailure(error)
        }
    }
}
