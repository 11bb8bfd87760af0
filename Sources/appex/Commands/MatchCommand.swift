import AppexActivation
import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Lists the extensions that a host would be offered for some items, by point, in order.",
        discussion: "`appex explain` says why one is not among them.")

    @OptionGroup var items: ItemOptions

    @Option(help: ArgumentHelp("Only extensions of this point.", valueName: "identifier"))
    var point: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard items.items != nil || !items.input.isEmpty else {
            throw ValidationError("Say for what: name files, or give --url, --text or --items.")
        }
    }

    func run() async throws {
        // First, as it reads what the device's apps declare of types.
        let host = try ExtensionHost()
        let items = try items.types().map { MatchItem(attachments: $0.attachments, hasText: $0.hasText) }
        let query = MatchQuery(points: [point].compactMap { $0 }, items: items)
        let found = try await host.broker.call(BrokerInterface.Match(query)).0.extensions
        try MatchListing(found).print(json: output.json)
    }
}
