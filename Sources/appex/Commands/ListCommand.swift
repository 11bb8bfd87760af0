import AppexModel
import AppexProtocol
import ArgumentParser
import OpenExtensionKit
import SystemPackage

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists installed apps and their extensions.",
        discussion: """
            STATE is + for an extension that was enabled, - for one that was disabled, = for a copy of which \
            another app has a higher version.
            """)

    @Flag(
        name: [.long, .customShort("A")],
        help: "List every copy of an extension, including those of which another app has a higher version.")
    var allVersions = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let applications: [ApplicationListing]
    }

    func run() async throws {
        let host = try ExtensionHost()
        var records = try await host.administration.apps()
        if !allVersions {
            for index in records.indices { records[index].extensions.removeAll { $0.standing == .superseded } }
        }
        if output.json { return try Console.print(Listing(applications: records.map(ApplicationListing.init))) }
        guard !records.isEmpty else {
            let device = Console.tame(host.administration.layout.root.string)
            return Console.say("No apps are installed on the device \(device); `appex install NAME.app` adds one.")
        }
        var table = Table(["IDENTIFIER", "NAME", "VERSION", "POINT", "STATE"])
        var notes: [String] = []
        for app in records {
            table.add([app.identifier, app.displayName, app.version, "(app)", ""])
            for appex in app.extensions {
                let reason = appex.reasonAgainstEver
                let state = reason == nil ? appex.state : "  never offered"
                table.add(["  " + appex.identifier, appex.displayName, appex.version, appex.point, state])
                if let reason { notes.append("\(appex.identifier) is never offered: \(Console.tame(reason)).") }
            }
        }
        table.print()
        for note in notes { Console.say(note) }
    }
}
