import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// The folder of the bundled app. `appex test` bundles it and sets the variable.
let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

extension TestDevice {
    /// The identifiers of Reader's extensions.
    static let (read, highlight, colour) = (
        "org.openextensionkit.Reader.Read", "org.openextensionkit.Reader.Highlight",
        "org.openextensionkit.Reader.Colour"
    )

    /// Creates a device on which Reader is installed, and passes it to `body`.
    ///
    /// - Throws: what `body` throws, and the errors of `with` and `install`.
    nonisolated(nonsending) static func withReader(
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        let folder = try #require(apps)
        try await with { device in
            try await device.install(URL(filePath: folder + "/Reader.app"))
            try await body(device)
        }
    }

    /// Sends a page to an extension and returns the argument of its `finalize` function; nil if it returns none.
    nonisolated(nonsending) func finalizeArgument(of identifier: String, for results: Any) async throws -> [String:
        Any]?
    {
        let items = try await send([Self.page(results)], to: identifier)
        guard let provider = items.first?.attachments?.first else { return nil }
        let item = try await provider.loadItem(forTypeIdentifier: "com.apple.property-list")
        return (item as? NSDictionary)?[NSExtensionJavaScriptFinalizeArgumentKey] as? [String: Any]
    }

    /// An item as a browser hands it over, with what the `run` function has passed to `completionFunction`.
    static func page(_ results: Any) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = [
            NSItemProvider(
                item: [NSExtensionJavaScriptPreprocessingResultsKey: results] as NSDictionary,
                typeIdentifier: "com.apple.property-list")
        ]
        return item
    }

    /// An item with another attachment in the place of a page.
    static func item(_ provider: NSItemProvider, text: String? = nil) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = [provider]
        item.attributedContentText = text.map { NSAttributedString(string: $0) }
        return item
    }
}
