import AppexPages
import AppexProtocol
import AppexTerminal
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// A page that is handed to extensions, in a browser, until they have finished with it.
///
/// The browser is used on a thread of this actor's own, because its calls block.
actor PageVisit {
    private let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let page: BrowserPage
    /// The address and the title of the page.
    nonisolated let description: WebPage
    /// Where to write the page in the end.
    private let output: URL?
    private var offers: [WebPageExtension] = []

    /// Opens a page.
    ///
    /// - Parameter location: the path of a file, or a URL.
    /// - Parameter profile: the folder for everything that the browser writes, which is deleted at the end.
    /// - Parameter output: where to write the page in the end; nil for nowhere.
    /// - Throws: ``CommandFailure``.
    init(_ location: String, profile: URL, output: URL?) async throws {
        self.output = output
        executor = QueueExecutor()
        // This blocks, and the actor uses its own thread only after it has been initialized.
        page = try await executor.perform {
            try BrowserPage(location, profile: profile, environment: ProcessInfo.processInfo.environment)
        }
        description = page.page
    }

    /// The extensions that are offered for the page, in order.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    func offers(on host: ExtensionHost) async throws -> [WebPageExtension] {
        offers = try await host.extensions(for: description)
        return offers
    }

    /// The extension with an identifier.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` if it is not installed; ``CommandFailure`` if it is not offered for the page.
    func offer(_ identifier: String, on host: ExtensionHost) async throws -> WebPageExtension {
        if let offer = try await offers(on: host).first(where: { $0.id == identifier }) { return offer }
        let name = try await host.extension(identifier).localizedName
        throw CommandFailure(
            "\(name) is not offered for web pages: its activation rule accepts neither a page nor an address.", .failed)
    }

    /// The items for an extension, with the answer of its script, which is run first.
    ///
    /// - Throws: ``CommandFailure`` if the script gives no answer.
    nonisolated(nonsending) func items(for offer: WebPageExtension) async throws -> [NSExtensionItem] {
        description.items(results: try await run(offer)?.value.object)
    }

    /// The items for an extension that is offered; see ``items(for:)-(WebPageExtension)``.
    nonisolated(nonsending) func items(for identifier: String) async throws -> [NSExtensionItem] {
        guard let offer = await offers.first(where: { $0.id == identifier }) else {
            throw CommandFailure("The extension is no longer offered for the page.", .failed)
        }
        return try await items(for: offer)
    }

    private func run(_ offer: WebPageExtension) throws -> PageValue? { offer.usesScript ? try page.run(offer) : nil }

    /// Lets the extension's script change the page as the extension has asked for, and writes the page.
    ///
    /// - Returns: the items without those for the script.
    /// - Throws: ``CommandFailure`` if the script could not change the page, or the page cannot be written; the error of a
    ///   returned property list that cannot be loaded.
    nonisolated(nonsending) func finish(
        _ offer: WebPageExtension, _ items: [NSExtensionItem]
    ) async throws -> [NSExtensionItem] {
        guard offer.usesScript, let argument = try await WebPage.finalizeArgument(in: items) else {
            try await write()
            return items
        }
        guard let value = ItemValue(argument) else {
            throw CommandFailure(
                "What \(offer.identity.localizedName) has returned for the page cannot be passed to its script.",
                .failed)
        }
        try await finalize(offer, PageValue(value))
        let type = UTType.propertyList.identifier
        return items.compactMap { item in
            guard let attachments = item.attachments else { return item }
            let others = attachments.filter { !$0.hasItemConformingToTypeIdentifier(type) }
            guard others.count < attachments.count else { return item }
            guard !others.isEmpty || item.attributedContentText != nil else { return nil }
            let rest = NSExtensionItem()
            rest.attributedTitle = item.attributedTitle
            rest.attributedContentText = item.attributedContentText
            rest.attachments = others
            return rest
        }
    }

    /// Finishes with an extension that is offered; see ``finish(_:_:)-(WebPageExtension,_)``.
    nonisolated(nonsending) func finish(
        _ identifier: String, _ items: [NSExtensionItem]
    ) async throws -> [NSExtensionItem] {
        guard let offer = await offers.first(where: { $0.id == identifier }) else { return items }
        return try await finish(offer, items)
    }

    /// Whether a script's function `finalize` was called.
    private(set) var hasChanged = false

    private func finalize(_ offer: WebPageExtension, _ argument: PageValue) throws {
        hasChanged = try page.finalize(offer, argument)
        try write()
    }

    private func write() throws {
        guard let output else { return }
        do { try Data(page.html().utf8).write(to: output, options: .atomic) } catch {
            let reason = (error as? DevToolsConnection.Failure)?.reason ?? error.localizedDescription
            throw CommandFailure("Cannot write the page to \(output.path): \(reason)", .failed)
        }
    }

    /// Closes the page and ends its browser.
    func close() { page.close() }
}

/// A web page that is shared by a share sheet.
struct SharedPage: ShareContent {
    private let visit: PageVisit

    init(_ visit: PageVisit) { self.visit = visit }

    func candidates(on host: ExtensionHost) async throws -> [ExtensionRecord] {
        try await visit.offers(on: host).map(\.record)
    }

    func items(for record: ExtensionRecord) async throws -> [NSExtensionItem] {
        try await visit.items(for: record.identifier)
    }
}
