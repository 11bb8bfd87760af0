import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit

struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs or updates an app and its extensions.")

    @Argument(help: "The app's folder, NAME.app.", completion: .directory)
    var app: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let url = URL(fileURLWithPath: app).standardizedFileURL
        guard !app.isEmpty, FileManager.default.fileExists(atPath: url.path) else {
            let name = app.isEmpty ? "an app without a name" : app
            throw CommandFailure("Cannot install \(name): there is no such folder.", .usage)
        }
        let host = try ExtensionHost()
        let record = try await changingDevice {
            try await host.broker.call(BrokerInterface.Install(path: url.path), once: true).0
        }
        if output.json { return try Console.print(ApplicationListing(record)) }
        Console.say("Installed \(record.displayName) \(record.version) (\(record.identifier)).")
        for appex in record.extensions {
            Console.say("  \(appex.identifier)  \(appex.displayName)  at \(appex.point)")
        }
        if record.extensions.isEmpty { Console.say("  It contains no extensions.") }
    }
}
