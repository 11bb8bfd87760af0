import ArgumentParser

struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: "Brings Share and Action extensions to web pages in Chromium and Firefox.",
        discussion: "Runs the program appex-browser, which has to be next to this one or named by APPEX_BROWSER.")

    @Argument(parsing: .captureForPassthrough, help: "install, uninstall or status; see `appex browser --help`.")
    var arguments: [String] = []

    func run() throws { try CompanionProgram.execute("appex-browser", variable: "APPEX_BROWSER", arguments) }
}
