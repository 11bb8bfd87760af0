import AppexModel
package import AppexProtocol
import Foundation
package import OpenExtensionKit
package import OpenFoundation

/// A share sheet from start to end: choose an extension, let it work, save what it returns.
@MainActor
package struct ShareFlow<Saved: Sendable> {
    private let host: ExtensionHost
    private let content: any ShareContent
    private let subject: String
    private let front: any ShareFront
    private let describe: (any Error) -> String
    private let save: @MainActor ([NSExtensionItem], String, ContinuousClock.Instant) async throws -> Saved

    /// The result of a completed extension.
    package struct Result {
        /// The extension that was chosen.
        package let `extension`: ExtensionRecord
        /// What was saved of the items that it returned.
        package let saved: Saved
    }

    /// How long loading the returned attachments may take.
    private static var loadLimit: Duration { .seconds(60) }

    /// - Parameter host: hands over the item.
    /// - Parameter content: what is shared.
    /// - Parameter subject: describes what is shared, in one line that is safe to print.
    /// - Parameter front: shows the sheet.
    /// - Parameter describe: describes an error in one sentence; control characters in it are replaced.
    /// - Parameter save: saves the items that the extension with an identifier has returned, before the given instant.
    package init(
        host: ExtensionHost, content: any ShareContent, subject: String, front: any ShareFront,
        describe: @escaping (any Error) -> String,
        save: @escaping @MainActor ([NSExtensionItem], String, ContinuousClock.Instant) async throws -> Saved
    ) {
        self.host = host
        self.content = content
        self.subject = subject
        self.front = front
        self.describe = describe
        self.save = save
    }

    /// Shows the sheet until an extension has completed.
    ///
    /// - Returns: nil if the person closed the sheet.
    /// - Throws: the last failure, if the sheet was closed after it; ``ShareInterruption``.
    package func run() async throws -> Result? {
        var failure: (any Error)?
        while true {
            let candidates = try await content.candidates(on: host)
            let sheet = ShareSheet(candidates)
            let choice = try await front.ask("Share \(subject)", sheet.tree) {
                event, node -> ShareReply<ShareSheet.Choice> in
                guard event == .activate, let choice = sheet.choice(of: node) else { return .change() }
                return .answer(choice)
            }
            switch choice {
            case nil:
                if let failure { throw failure }
                return nil
            case .more: try await switchExtensions()
            case .candidate(let record):
                do {
                    if let result = try await deliver(to: record) { return result }
                    failure = nil
                } catch let error as ShareInterruption {
                    throw error
                } catch {
                    failure = (error as? UnsavedResult)?.reason ?? error
                    try await tell(error, of: record)
                }
            }
        }
    }

    /// Hands the item to an extension and shows its view if it has one.
    ///
    /// - Returns: nil if the user or the extension has cancelled.
    /// - Throws: ``ExtensionError`` if the extension fails; what saving throws; ``ShareInterruption``.
    package func hand(to record: ExtensionRecord) async throws -> Result? {
        do { return try await deliver(to: record) } catch let error as UnsavedResult { throw error.reason }
    }

    /// Hands the item to an extension as ``hand(to:)`` does.
    ///
    /// - Throws: ``UnsavedResult`` in place of what saving throws.
    private func deliver(to record: ExtensionRecord) async throws -> Result? {
        let name = record.displayName
        let identity = AppExtensionIdentity(record)
        let title = [name, record.owner].compactMap { $0 }.joined(separator: " · ")
        let (host, content, traits) = (host, content, front.traits)
        let view = try await front.wait(title, "Starting \(name)…") {
            try await host.present(try await content.items(for: record), to: identity, traits: traits)
        }
        guard let view else { return nil }
        do {
            let isDone =
                view.showsView
                ? try await front.show(title, view)
                : try await front.wait(title, "\(name) is working…") {
                    _ = try await view.outcome()
                    return true
                } ?? false
            guard isDone else { return nil }
        } catch let error as ExtensionError where error.isUserCancellation {
            return nil
        }
        let returned = try await front.wait(title, "Saving what \(name) returned…") {
            let items = try await view.outcome()
            do { return try await save(items, identity.bundleIdentifier, .now + Self.loadLimit) } catch {
                if error is CancellationError || error is ShareInterruption { throw error }
                throw UnsavedResult(reason: error)
            }
        }
        withExtendedLifetime(view) {}
        return returned.map { Result(extension: record, saved: $0) }
    }

    /// Shows an error.
    private func tell(_ error: any Error, of record: ExtensionRecord) async throws {
        let notice = ViewTree.notice(of: error, from: record.displayName, describe: describe)
        _ = try await front.ask("Share \(subject)", notice) { _, _ -> ShareReply<Bool> in .answer(true) }
    }

    /// Lets the person enable and disable extensions.
    private func switchExtensions() async throws {
        let installed = try await host.administration.extensions()
        let points = ShareSheet.points.map(\.identifier)
        let offered = installed.filter { points.contains($0.point) && $0.standing != .superseded }
        let switches = ShareSwitches(offered)
        let host = host
        _ = try await front.ask("More", switches.tree) { event, node -> ShareReply<Bool> in
            if node == switches.done { return .answer(true) }
            guard case .setFlag(let isOn) = event, let identifier = switches.identifiers[node] else { return .change() }
            do {
                try await host.elect(isOn ? .use : .ignore, identifier)
                return .change()
            } catch {
                // Restores the switch.
                return .change([.set(id: node, .isOn, .flag(!isOn))])
            }
        }
    }
}
