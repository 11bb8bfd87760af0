import AppexModel
import ArgumentParser

struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Forgets whether an extension was enabled or disabled, so that the default of its point applies.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ElectionReport(.default, identifier).print(json: output.json)
    }
}
