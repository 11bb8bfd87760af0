import ArgumentParser

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Shows the device in a browser on this machine: photographs, notes, widgets, settings.",
        discussion: "Runs the program appex-web, which has to be next to this one or named by APPEX_WEB.")

    @Argument(parsing: .captureForPassthrough, help: "See `appex web --help`.")
    var arguments: [String] = []

    func run() throws { try CompanionProgram.execute("appex-web", variable: "APPEX_WEB", arguments) }
}
