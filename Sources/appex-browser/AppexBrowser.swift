import AppexPages
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

/// `appex-browser`: brings the device's extensions to web pages in Chromium and Firefox. It is an ordinary host of
/// extensions, which a browser starts for its WebExtension, and the command that installs both.
@main
struct AppexBrowser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appex browser",
        abstract: "Brings Share and Action extensions to web pages in Chromium and Firefox.",
        subcommands: [InstallCommand.self, UninstallCommand.self, StatusCommand.self])

    /// Runs the program. The exit status is 1 for a failure, and 2 for wrong usage, as for `appex`.
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let caller = BrowserCaller(arguments: arguments) {
            Foundation.exit(await NativeHost.serve(caller))
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as PageFailure {
            complain("appex: \(failure.message)", 1)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            complain(fullMessage(for: error), 2)
        }
    }

    private static func complain(_ text: String, _ status: CInt) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
        Foundation.exit(status)
    }
}
