import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit

/// A share sheet from start to end: choose an extension, let it work, write the result.
@MainActor
struct ShareFlow {
    let host: ExtensionHost
    let item: NSExtensionItem
    /// A description of what is shared.
    let subject: String
    let writer: ReturnedItemsWriter
    let front: any ShareFront

    /// The result of a completed extension.
    struct Result {
        let `extension`: ExtensionRecord
        let returned: ReturnedItemsWriter.Returned
    }

    /// How long loading the returned attachments may take.
    private static let loadLimit = Duration.seconds(60)

    /// Shows the sheet until an extension has completed.
    ///
    /// - Returns: nil if the person closed the sheet.
    /// - Throws: the last failure, if the sheet was closed after it; ``ShareInterruption``.
    func run() async throws -> Result? {
        var failure: (any Error)?
        while true {
            let candidates = try await self.candidates()
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
                    if let result = try await hand(to: record) { return result }
                    failure = nil
                } catch let error as ShareInterruption {
                    throw error
                } catch {
                    failure = error
                    try await tell(error, of: record)
                }
            }
        }
    }

    private func candidates() async throws -> [ExtensionRecord] {
        try await Self.candidates(host, item)
    }

    /// The extensions that are offered for an item at the points of the sheet.
    static func candidates(_ host: ExtensionHost, _ item: NSExtensionItem) async throws -> [ExtensionRecord] {
        let types = MatchItem(
            attachments: (item.attachments ?? []).map(\.registeredTypeIdentifiers),
            hasText: item.attributedContentText != nil)
        let query = MatchQuery(points: ShareSheet.points.map(\.identifier), items: [types])
        return try await host.broker.call(BrokerInterface.Match(query)).0.extensions
    }

    /// Hands the item to an extension and shows its view if it has one.
    ///
    /// - Returns: nil if the person or the extension cancelled.
    private func hand(to record: ExtensionRecord) async throws -> Result? {
        let name = record.displayName
        let identity = AppExtensionIdentity(record)
        let title = [name, record.owner].compactMap { $0 }.joined(separator: " · ")
        let (host, item, traits) = (host, item, front.traits)
        let view = try await front.wait(title, "Starting \(name)…") {
            try await host.present([item], to: identity, traits: traits)
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
        } catch let error as ExtensionError where error.isCancellation {
            return nil
        }
        let returned = try await front.wait(title, "Saving what \(name) returned…") {
            try await writer.write(try await view.outcome(), before: .now + Self.loadLimit)
        }
        withExtendedLifetime(view) {}
        return returned.map { Result(extension: record, returned: $0) }
    }

    /// Shows an error.
    private func tell(_ error: any Error, of record: ExtensionRecord) async throws {
        let sentence =
            switch error {
            case let error as ExtensionError: error.message
            case let error as CommandFailure: error.message
            default: error.localizedDescription
            }
        let notice = ViewTree.notice("\(record.displayName) failed", Console.tame(sentence))
        _ = try await front.ask("Share \(subject)", notice) { _, _ -> ShareReply<Bool> in .answer(true) }
    }

    /// Lets the person enable and disable extensions.
    private func switchExtensions() async throws {
        let installed = try await host.broker.call(BrokerInterface.List()).0.elements.flatMap(\.extensions)
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

extension ExtensionError {
    /// Whether the person cancelled within the extension.
    fileprivate var isCancellation: Bool {
        guard code == .cancelledByExtension, let error = underlying as? NSError else { return false }
        return error.domain == NSCocoaErrorDomain && error.code == CocoaError.userCancelled.rawValue
    }
}
