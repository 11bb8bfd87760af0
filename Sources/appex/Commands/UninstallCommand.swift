import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct UninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Removes an app, its extensions and all their data.")

    @Argument(help: "The app's bundle identifier.")
    var identifier: String

    @OptionGroup var output: OutputOptions

    private struct Removal: Encodable {
        let removed: String
    }

    func run() async throws {
        let host = try ExtensionHost()
        _ = try await changingDevice {
            try await host.broker.call(BrokerInterface.Uninstall(identifier: identifier), once: true)
        }
        if output.json { return try Console.print(Removal(removed: identifier)) }
        Console.say("Removed \(identifier) with its extensions and their data.")
    }
}
