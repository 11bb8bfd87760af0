import AppexModel
import ArgumentParser

struct DisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disables an extension: hosts are no longer offered it.",
        discussion: "The choice survives updates, and applies again when the extension is reinstalled.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ElectionReport(.ignore, identifier).print(json: output.json)
    }
}
