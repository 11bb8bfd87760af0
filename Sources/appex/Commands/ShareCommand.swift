import AppexModel
import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Shows who takes files, a URL or a text, and the chosen extension's view, in the terminal.",
        discussion: """
            Keys, the mouse and pasting work; the last line says what keys do. Where it is not used in a terminal, and \
            with --plain, questions and answers are lines: a number chooses, a value behind it is set, q closes.

            What an extension returns is written as `appex run` does it. Beside the usual ones the exit status is 130 \
            when nothing was shared: the sheet was closed, by Escape, Ctrl-C or the end of the input.
            """)

    @OptionGroup var input: InputOptions

    @Option(help: ArgumentHelp("Where to write what comes back.", valueName: "file|folder"), completion: .file())
    var out: String?

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Ask in lines of text instead of drawing.")
    var plain = false

    @Flag(help: "Only list who would be in the sheet.")
    var list = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let `extension`: String
        let outputs: [String]
        let texts: [String]
    }

    func validate() throws {
        guard !input.isEmpty else { throw ValidationError("Say what to share: name files, or give --url or --text.") }
    }

    @MainActor
    func run() async throws {
        // First, as it reads what the device's apps declare of types.
        let host = try ExtensionHost()
        let item = try input.item()
        if list { return try MatchListing(try await ShareFlow.candidates(host, item)).print(json: output.json) }
        let writer = try ReturnedItemsWriter(out: out, force: force)
        let environment = ProcessInfo.processInfo.environment
        let isDrawn = !plain && TerminalDevice.isUsable(environment)
        let screen = isDrawn ? try ScreenFront(environment) : nil
        defer { screen?.leave() }
        let flow = ShareFlow(
            host: host, item: item, subject: subject, writer: writer, front: screen ?? PlainFront())
        let result: ShareFlow.Result?
        do { result = try await flow.run() } catch is ShareInterruption { result = nil }
        // What is printed is for the terminal as it was.
        screen?.leave()
        guard let result else { throw ExitCode(130) }
        try tell(result)
    }

    private func tell(_ result: ShareFlow.Result) throws {
        let returned = result.returned
        if output.json {
            return try Console.print(
                Listing(
                    extension: result.extension.identifier, outputs: returned.files.map(\.path), texts: returned.texts))
        }
        returned.say(by: result.extension.displayName)
    }

    /// What is shared, in words.
    private var subject: String {
        var parts = input.files.map { URL(fileURLWithPath: $0).lastPathComponent }
        if let url = input.url { parts.append(url) }
        if let text = input.text { parts.append("“\(text.prefix(40))\(text.count > 40 ? "…" : "")”") }
        let first = Console.tame(parts.first ?? "")
        return parts.count > 1 ? "\(first) and \(parts.count - 1) more" : first
    }
}
