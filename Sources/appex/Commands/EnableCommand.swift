import AppexModel
import ArgumentParser

struct EnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enables an extension: hosts are offered it.",
        discussion: "The choice survives updates, and applies again when the extension is reinstalled.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @Flag(help: "List it before all others; otherwise it keeps its position.")
    var first = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ElectionReport(.use, identifier, first: first).print(json: output.json)
    }
}
