import AppexModel
import AppexProtocol
import AppexTerminal
import ArgumentParser
import Foundation
import OpenExtensionKit

/// A run of an extension that shows a view, which `appex run` continues in the terminal.
@MainActor
struct ViewedRun {
    let identifier: String
    let host: ExtensionHost
    let writer: ReturnedItemsWriter
    /// Whether the caller is a program, which cannot use a view.
    let isJSON: Bool

    /// Shows the view, and writes what the extension returns.
    ///
    /// - Throws: ``CommandFailure`` without a terminal; `ExitCode` 130 if the user closes the view.
    func run(_ input: InputOptions) async throws {
        let installed = try await host.administration.extensions()
        guard let record = installed.first(where: { $0.identifier == identifier && $0.standing != .superseded }) else {
            throw CommandFailure("\(identifier) is no longer installed.", .notFound)
        }
        let environment = ProcessInfo.processInfo.environment
        guard record.point != WidgetCommand.point else {
            throw CommandFailure("\(identifier) is a widget; show it with `appex widget \(identifier)`.", .failed)
        }
        guard !isJSON, TerminalDevice.isUsable(environment) else {
            throw CommandFailure(
                "\(identifier) shows a view, and there is no terminal for it; use `appex share --plain`, which shows it in "
                    + "lines.", .failed)
        }
        let screen = try ScreenFront.entered(environment)
        defer { screen.leave() }
        let flow = ShareFlow(
            host: host, content: SharedItem(try input.item()), subject: Console.tame(record.displayName),
            front: screen, describe: { $0.localizedDescription },
            save: { items, identifier, deadline in
                try await writer.write(items, of: identifier, before: deadline)
            })
        let result: ShareFlow<ReturnedItemsWriter.Returned>.Result?
        do { result = try await flow.hand(to: record) } catch is ShareInterruption { result = nil }
        // The result is printed to the terminal as it was before.
        screen.leave()
        guard let result else { throw ExitCode(130) }
        result.saved.say(by: result.extension.displayName)
    }
}

extension ExtensionError {
    /// Whether the extension has cancelled the request because it shows a view and the host offers no room for one.
    var needsView: Bool {
        guard code == .cancelledByExtension, let error = underlying as NSError? else { return false }
        return error.domain == NSCocoaErrorDomain && error.code == CocoaError.featureUnsupported.rawValue
            && message.contains("shows a view")
    }
}
