import AppexModel
import AppexProtocol
import AppexTerminal
import ArgumentParser
import Foundation
import OpenExtensionKit

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens an app, or a URL with the app that declares its scheme, in the terminal.",
        discussion: """
            Keys, mouse and pasting work as in `appex share`; Esc leaves the app, which is then suspended and \
            continues when it is opened again. Without a terminal, and with --plain, it asks and answers in lines.
            """)

    @Argument(help: "The identifier of an app, or its last part, or a URL.")
    var subject: String

    @Option(help: ArgumentHelp("Open the URL with this app.", valueName: "identifier"))
    var app: String?

    @Flag(help: "Use lines of text instead of drawing.")
    var plain = false

    func validate() throws {
        guard !subject.isEmpty else { throw ValidationError("Give an app or a URL; `appex list` lists the apps.") }
    }

    @MainActor
    func run() async throws {
        let host = try ExtensionHost()
        let apps = try await host.administration.apps()
        var able: [ApplicationRecord] = []
        if let scheme = URLSchemes.scheme(of: subject) { able = try await host.administration.apps(declaring: scheme) }
        let (record, url) = try choice(among: apps, able)
        let environment = ProcessInfo.processInfo.environment
        let screen = !plain && TerminalDevice.isUsable(environment) ? try ScreenFront.entered(environment) : nil
        defer { screen?.leave() }
        let flow = OpenFlow(
            host: host, application: record.identifier, name: Console.tame(record.displayName), url: url,
            front: screen ?? PlainFront { Console.say($0) })
        do { try await flow.run() } catch is ShareInterruption { throw ExitCode(130) }
    }

    /// The app to open, and the URL to open with it.
    ///
    /// - Parameter able: the apps that declare the URL's scheme.
    private func choice(
        among apps: [ApplicationRecord], _ able: [ApplicationRecord]
    ) throws -> (ApplicationRecord, URL?) {
        guard let scheme = URLSchemes.scheme(of: subject), let url = URL(string: subject) else {
            guard app == nil else {
                throw CommandFailure("\"\(subject)\" is not a URL; --app is for opening a URL.", .usage)
            }
            return (try Self.app(subject, among: apps), nil)
        }
        if let app { return (try Self.app(app, among: apps), url) }
        guard let first = able.first else {
            throw CommandFailure("No installed app opens URLs with the scheme \(scheme).", .notFound)
        }
        guard able.count == 1 else {
            let names = able.map(\.identifier).joined(separator: ", ")
            throw CommandFailure(
                "Several apps open URLs with the scheme \(scheme): \(names). Choose one with --app.", .usage)
        }
        return (first, url)
    }

    private static func app(_ text: String, among apps: [ApplicationRecord]) throws -> ApplicationRecord {
        let short = apps.filter { $0.identifier.hasSuffix(".\(text)") }
        if let found = apps.first(where: { $0.identifier == text }) ?? (short.count == 1 ? short[0] : nil) {
            return found
        }
        throw CommandFailure(
            "No app \"\(text)\" is installed; `appex list` lists the apps."
                + NearMisses.question(text, among: apps.map(\.identifier)), .notFound)
    }
}
