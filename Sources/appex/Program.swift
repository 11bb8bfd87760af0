import ArgumentParser
@main struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "appex", subcommands: [BundleCommand.self])
}
