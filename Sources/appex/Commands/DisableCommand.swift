import AppexModel
import ArgumentParser

struct DisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Switches an extension off: hosts are no longer offered it.",
        discussion: "It stays off over updates, and after an uninstall for the day on which it comes back.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ElectionReport(.ignore, identifier).print(json: output.json)
    }
}
