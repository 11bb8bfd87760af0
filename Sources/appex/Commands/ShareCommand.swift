import AppexModel
import AppexProtocol
import AppexTerminal
import ArgumentParser
import Foundation
import OpenExtensionKit

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract:
            "Shares files, a URL, a text or a web page: shows a share sheet and the chosen extension's view in the terminal.",
        discussion: """
            Keys, mouse and pasting work; the last line shows the keys. Without a terminal, and \
            with --plain, it asks and answers in lines: a number selects, a value after it is set, q closes.

            The result is written as by `appex run`. In addition to the usual ones, the exit status is 130 \
            if nothing was shared: the sheet was closed by Escape, Ctrl-C or the end of the input.
            """)

    @OptionGroup var input: InputOptions

    @OptionGroup var page: PageOptions

    @Option(help: ArgumentHelp("Where to write the result.", valueName: "file|folder"), completion: .file())
    var out: String?

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Use lines of text instead of drawing.")
    var plain = false

    @Flag(help: "Only list the extensions that the sheet would contain.")
    var list = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let `extension`: String
        let outputs: [String]
        let texts: [String]
    }

    func validate() throws {
        guard !input.isEmpty || page.page != nil else {
            throw ValidationError("Give something to share: files, --url, --text or --page.")
        }
        try page.validate(with: input)
    }

    @MainActor
    func run() async throws {
        // Before the items, because it loads the types that the device's apps declare.
        let host = try ExtensionHost()
        guard page.page == nil else {
            return try await page.withVisit(force: force) { try await share(SharedPage($0), on: host, of: $0) }
        }
        try await share(SharedItem(try input.item()), on: host, of: nil)
    }

    /// - Parameter visit: the page that is shared; nil for other content.
    @MainActor
    private func share(_ content: any ShareContent, on host: ExtensionHost, of visit: PageVisit?) async throws {
        if list { return try MatchListing(try await content.candidates(on: host)).print(json: output.json) }
        let writer = try ReturnedItemsWriter(out: out, force: force)
        let environment = ProcessInfo.processInfo.environment
        let isDrawn = !plain && TerminalDevice.isUsable(environment)
        let screen = isDrawn ? try ScreenFront.entered(environment) : nil
        defer { screen?.leave() }
        let flow = ShareFlow(
            host: host, content: content, subject: subject, front: screen ?? PlainFront { Console.say($0) },
            describe: Self.describe,
            save: { items, identifier, deadline in
                let results = if let visit { try await visit.finish(identifier, items) } else { items }
                var returned = try await writer.write(results, of: identifier, before: deadline)
                returned.hasChangedPage = await visit?.hasChanged ?? false
                return returned
            })
        let result: ShareFlow<ReturnedItemsWriter.Returned>.Result?
        do { result = try await flow.run() } catch is ShareInterruption { result = nil }
        // The result is printed to the terminal as it was before.
        screen?.leave()
        guard let result else { throw ExitCode(130) }
        try tell(result)
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as ExtensionError: error.message
        case let error as CommandFailure: error.message
        default: error.localizedDescription
        }
    }

    private func tell(_ result: ShareFlow<ReturnedItemsWriter.Returned>.Result) throws {
        let returned = result.saved
        if output.json {
            return try Console.print(
                Listing(
                    extension: result.extension.identifier, outputs: returned.files.map(\.path), texts: returned.texts))
        }
        returned.say(by: result.extension.displayName)
    }

    /// A description of what is shared.
    private var subject: String {
        var parts = input.files.map { URL(fileURLWithPath: $0).lastPathComponent }
        if let url = input.url { parts.append(url) }
        if let page = page.page { parts.append(page) }
        if let text = input.text { parts.append("“\(text.prefix(40))\(text.count > 40 ? "…" : "")”") }
        let first = Console.tame(parts.first ?? "")
        return parts.count > 1 ? "\(first) and \(parts.count - 1) more" : first
    }
}
