import AppexModel
import AppexProtocol
import AppexTerminal
import ArgumentParser
import Foundation
import OpenExtensionKit

/// `appex widget`: shows a Today widget in the terminal.
struct WidgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widget",
        abstract: "Shows a Today widget in the terminal.",
        discussion: """
            The widget is updated when it is shown, and again by Ctrl-R; Ctrl-O shows more or less of a widget that has two \
            sizes. Esc closes it. Keys, mouse and pasting work as in `appex share`.

            Without a terminal, and with --plain, it asks and answers in lines: a number selects, refresh updates, expand and \
            compact change the size, q or the end of the input closes. If the widget opens a URL, the app of the URL is shown.
            """)

    /// The identifier of the extension point of widgets.
    static let point = "com.apple.widget-extension"

    @Argument(help: "The widget's bundle identifier, or its last part.")
    var identifier: String

    @Flag(help: "Use lines of text instead of drawing.")
    var plain = false

    @Flag(help: "Show the widget in its full size at first.")
    var expanded = false

    @MainActor
    func run() async throws {
        let host = try ExtensionHost()
        let record = try Self.widget(identifier, among: try await host.administration.extensions())
        let environment = ProcessInfo.processInfo.environment
        let screen = !plain && TerminalDevice.isUsable(environment) ? try ScreenFront.entered(environment) : nil
        defer { screen?.leave() }
        let flow = WidgetFlow(host: host, record: record, front: screen ?? PlainFront { Console.say($0) }) { sentence in
            // On a screen the widget itself is in the way.
            if screen == nil { Console.say(sentence) }
        }
        do { try await flow.run(isExpanded: expanded) } catch is ShareInterruption { throw ExitCode(130) }
    }

    /// The widget that a text names.
    ///
    /// - Throws: ``CommandFailure`` if none is installed, or if the extension is at a different point.
    static func widget(_ text: String, among records: [ExtensionRecord]) throws -> ExtensionRecord {
        let current = records.filter { $0.standing != .superseded }
        let short = current.filter { $0.point == point && $0.identifier.hasSuffix(".\(text)") }
        guard let found = current.first(where: { $0.identifier == text }) ?? (short.count == 1 ? short[0] : nil) else {
            let widgets = current.filter { $0.point == point }.map(\.identifier)
            throw CommandFailure(
                "No widget \"\(Console.tame(text))\" is installed; `appex list` lists the extensions."
                    + NearMisses.question(text, among: widgets), .notFound)
        }
        guard found.point == point else {
            throw CommandFailure(
                "\(found.identifier) is not a Today widget, but an extension at \(found.point); use `appex share` or "
                    + "`appex run`.", .usage)
        }
        return found
    }
}
