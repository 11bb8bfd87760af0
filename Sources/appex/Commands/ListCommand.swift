import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists installed apps and their extensions.")

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let applications: [ApplicationListing]
    }

    func run() async throws {
        let host = try ExtensionHost()
        let records = try await host.broker.call(BrokerInterface.List()).0.elements
        if output.json { return try Console.print(Listing(applications: records.map(ApplicationListing.init))) }
        guard !records.isEmpty else { return Console.say("No apps are installed; `appex install NAME.app` adds one.") }
        var table = Table(["IDENTIFIER", "NAME", "VERSION", "POINT"])
        for app in records {
            table.add([app.identifier, app.displayName, app.version, "(app)"])
            for appex in app.extensions {
                table.add(["  " + appex.identifier, appex.displayName, appex.version, appex.point])
            }
        }
        table.print()
    }
}
