import AppexPages
import ArgumentParser
import Foundation

struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Writes the WebExtension, and the files by which browsers find this program.",
        discussion: "Prints how the WebExtension gets into the browser, which a program cannot do for a person.")

    @OptionGroup var options: BrowserOptions

    private struct Listing: Encodable {
        let browser: Browser
        let folder: String
        let manifests: [String]
        let identifier: String
        let nextSteps: [String]
    }

    func run() throws {
        var listings: [Listing] = []
        for installation in try options.installations() {
            try installation.install(program: try options.program)
            let browser = installation.browser
            listings.append(
                Listing(
                    browser: browser, folder: installation.folder.path, manifests: installation.manifests.map(\.path),
                    identifier: WebExtension.identifier(for: browser),
                    nextSteps: browser.nextSteps(installation.folder.path)))
        }
        if options.json { return try options.print(listings) }
        for (number, listing) in listings.enumerated() {
            print("\(number > 0 ? "\n" : "")\(listing.browser.displayName): the WebExtension is in \(listing.folder).")
            for (step, text) in listing.nextSteps.enumerated() { print("  \(step + 1). \(text)") }
        }
        print("\nThen click the button of App Extensions on a web page. `appex browser status` says what is missing.")
    }
}
