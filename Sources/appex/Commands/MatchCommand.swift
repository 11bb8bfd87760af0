import AppexActivation
import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Lists the extensions that hosts are offered for some items, by point and in order.",
        discussion: "`appex explain` says why an extension is missing.")

    @OptionGroup var items: ItemOptions

    @Option(help: ArgumentHelp("List only extensions of this point.", valueName: "identifier"))
    var point: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard items.items != nil || !items.input.isEmpty else {
            throw ValidationError("Give the items: files, --url, --text or --items.")
        }
    }

    func run() async throws {
        // Before the items, because it loads the types that the device's apps declare.
        let host = try ExtensionHost()
        let items = try items.types().map { MatchItem(attachments: $0.attachments, hasText: $0.hasText) }
        let query = MatchQuery(points: [point].compactMap { $0 }, items: items)
        let found = try await host.administration.offered(for: query)
        try MatchListing(found).print(json: output.json)
    }
}
