package import AppexProtocol
package import OpenExtensionKit
package import OpenFoundation

/// What a share sheet shares.
@MainActor
package protocol ShareContent: Sendable {
    /// The extensions that are offered, in order.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    func candidates(on host: ExtensionHost) async throws -> [ExtensionRecord]

    /// The items for an extension that was chosen.
    ///
    /// - Throws: an error if they cannot be made, which the sheet shows.
    func items(for record: ExtensionRecord) async throws -> [NSExtensionItem]
}

/// An item that is handed over as it is.
package struct SharedItem: ShareContent {
    private let item: NSExtensionItem

    /// Shares an item.
    package init(_ item: NSExtensionItem) { self.item = item }

    /// The extensions whose rules accept the item.
    package func candidates(on host: ExtensionHost) async throws -> [ExtensionRecord] {
        try await ShareSheet.candidates(for: item, on: host)
    }

    /// The item, which is the same for every extension.
    package func items(for record: ExtensionRecord) async throws -> [NSExtensionItem] { [item] }
}
