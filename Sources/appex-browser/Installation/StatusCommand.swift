import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says what is installed for which browser, and why it does not work.",
        discussion: "The exit status is 1 if an installation has a problem.")

    @OptionGroup var options: BrowserOptions

    func run() throws {
        let program = try options.program
        let all = try options.installations().map { $0.status(program: program) }
        if options.json {
            try options.print(all)
        } else {
            for status in all {
                print(
                    "\(status.browser.displayName): the WebExtension is \(status.folder.map { "in \($0)" } ?? "not installed")."
                )
                for problem in status.problems { print("  \(problem)") }
            }
        }
        if !options.json { print("Whether a browser has loaded it, only its own page of extensions shows.") }
        guard all.allSatisfy(\.problems.isEmpty) else { throw ExitCode(1) }
    }
}
