import ArgumentParser
import OpenExtensionKit

struct UninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Removes an app, its extensions and all their data.",
        discussion: """
            The app's files and containers are removed, those of its extensions and of groups without another member, their logs \
            and the reports about them. What you have decided stays for a later installation: which extensions are enabled, \
            changed limits, and whose apps this device trusts.
            """)

    @Argument(help: "The app's bundle identifier.")
    var identifier: String

    @OptionGroup var output: OutputOptions

    private struct Removal: Encodable {
        let removed: String
    }

    func run() async throws {
        let device = try ExtensionHost().administration
        try await changingDevice { try await device.uninstall(identifier) }
        if output.json { return try Console.print(Removal(removed: identifier)) }
        Console.say("Removed \(identifier) with its extensions, their data, logs and reports.")
    }
}
