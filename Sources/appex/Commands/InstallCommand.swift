import AppexModel
import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit

struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs or updates an app and its extensions.",
        discussion: """
            The app must be signed by somebody whom this device trusts (`appex trust`); an update must be of the same maker, and \
            not older. What `appex bundle` builds is signed with your own identity.
            """)

    @Argument(help: "The app's folder, NAME.app, or an archive of it, .ipa or .zip.", completion: .file())
    var app: String

    @Flag(help: "Replace an app of another maker, or a newer version.")
    var replace = false

    @Flag(help: "Install an app that is not signed, or by somebody whom this device does not trust.")
    var untrusted = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let url = URL(fileURLWithPath: app).standardizedFileURL
        guard !app.isEmpty else {
            throw CommandFailure("Cannot install an app without a name: give the path of its folder.", .usage)
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CommandFailure("Cannot install \(app): there is no such file or folder.", .notFound)
        }
        if AppArchive.isArchive(url) {
            do {
                return try await AppArchive(url).unpacked { try await install($0) }
            } catch let error as AppArchive.Invalid {
                throw CommandFailure("Cannot install \(app): \(error)", .failed)
            }
        }
        guard url.pathExtension == "app" else {
            throw CommandFailure(
                "Cannot install \(app): an app is a folder whose name ends with .app, or an archive of one whose name ends with .ipa or "
                    + ".zip; `appex bundle PACKAGE --output FOLDER` builds one from a package.", .usage)
        }
        try await install(url)
    }

    private func install(_ url: URL) async throws {
        let (record, outcome) = try await Self.install(url.path, isReplacing: replace, acceptsUntrusted: untrusted)
        if output.json { return try Console.print(ApplicationListing(record)) }
        let maker = record.team.isEmpty ? "not signed" : "signed by \(record.signer), team \(record.team)"
        Console.say("\(outcome) (\(record.identifier)), \(Console.tame(maker)).")
        for appex in record.extensions {
            Console.say("  \(appex.identifier)  \(appex.displayName)  at \(appex.point)")
        }
        // What is installed now, in which no mistake prevents the installation.
        let installed = try? CheckedApp(at: URL(fileURLWithPath: record.bundlePath))
        for text in installed?.mistakes.texts(.warning) ?? [] { Console.complain("warning: \(Console.tame(text))") }
        for sentence in try await Self.sharedSchemes(of: record) {
            Console.complain("warning: \(Console.tame(sentence))")
        }
        if record.extensions.isEmpty { Console.say("  It contains no extensions.") }
    }

    /// The URL schemes that other apps declare too, in one sentence each.
    private static func sharedSchemes(of app: ApplicationRecord) async throws -> [String] {
        let schemes = app.manifest.map(URLSchemes.declared) ?? []
        guard !schemes.isEmpty else { return [] }
        let others = try await ExtensionHost().administration.apps().filter { $0.identifier != app.identifier }
            .map { ($0.identifier, $0.manifest.map(URLSchemes.declared) ?? []) }
        return schemes.compactMap { scheme in
            let names = others.filter { $0.1.contains(scheme) }.map(\.0)
            guard !names.isEmpty else { return nil }
            return
                "URLs with the scheme \(scheme) are also opened by \(names.joined(separator: ", ")); `appex open` asks for "
                + "--app, and an extension opens its own app."
        }
    }

    /// Installs an app.
    ///
    /// - Returns: what is installed now, and a description of what has been done.
    static func install(
        _ path: String, isReplacing: Bool = false, acceptsUntrusted: Bool = false
    ) async throws -> (ApplicationRecord, outcome: String) {
        let device = try ExtensionHost().administration
        let (before, record) = try await changingDevice {
            (
                try await device.apps(),
                try await device.install(path, isReplacing: isReplacing, acceptsUntrusted: acceptsUntrusted)
            )
        }
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
