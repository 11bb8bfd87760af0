import AppexModel
import ArgumentParser

struct EnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switches an extension on: hosts are offered it.",
        discussion: "It stays on over updates, and after an uninstall for the day on which it comes back.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @Flag(help: "List it before all others; otherwise it keeps its place.")
    var first = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ElectionReport(.use, identifier, first: first).print(json: output.json)
    }
}
