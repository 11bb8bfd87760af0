import ArgumentParser

struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Removes the WebExtension, and the files by which browsers find this program.")

    @OptionGroup var options: BrowserOptions

    func run() throws {
        var removed: [String] = []
        for installation in try options.installations(areAll: true) { removed += try installation.uninstall() }
        if options.json { return try options.print(removed) }
        for path in removed { print("Removed \(path)") }
        if removed.isEmpty { print("Nothing was installed.") }
    }
}
