import AppexModel
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
        guard !app.isEmpty else {
            throw CommandFailure("Cannot install an app without a name: give the path of its folder.", .usage)
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CommandFailure("Cannot install \(app): there is no such folder.", .notFound)
        }
        guard url.pathExtension == "app" else {
            throw CommandFailure(
                "Cannot install \(app): an app is a folder whose name ends with .app; "
                    + "`appex bundle PACKAGE --output FOLDER` builds one from a package.", .usage)
        }
        let (record, outcome) = try await Self.install(url.path)
        if output.json { return try Console.print(ApplicationListing(record)) }
        Console.say("\(outcome) (\(record.identifier)).")
        for appex in record.extensions {
            Console.say("  \(appex.identifier)  \(appex.displayName)  at \(appex.point)")
        }
        // What is installed now, in which no mistake prevents the installation.
        let installed = try? CheckedApp(at: URL(fileURLWithPath: record.bundlePath))
        for sentence in installed?.advice ?? [] { Console.complain("warning: \(Console.tame(sentence))") }
        if record.extensions.isEmpty { Console.say("  It contains no extensions.") }
    }

    /// Installs an app.
    ///
    /// - Returns: what is installed now, and a description of what has been done.
    static func install(_ path: String) async throws -> (ApplicationRecord, outcome: String) {
        let device = try ExtensionHost().administration
        let (before, record) = try await changingDevice { (try await device.apps(), try await device.install(path)) }
        let previous = before.first { $0.identifier == record.identifier }
        return (record, outcome(record, replacing: previous?.version))
    }

    /// What has been done, for instance "Updated Darkroom from 1.0 to 1.1".
    ///
    /// - Parameter previous: the version that was installed before; nil if none was.
    private static func outcome(_ record: ApplicationRecord, replacing previous: String?) -> String {
        guard let previous else { return "Installed \(record.displayName) \(record.version)" }
        let (old, new) = (DottedVersion(previous), DottedVersion(record.version))
        if old == new { return "Replaced \(record.displayName) \(record.version)" }
        let verb = old < new ? "Updated" : "Downgraded"
        return "\(verb) \(record.displayName) from \(previous) to \(record.version)"
    }
}
