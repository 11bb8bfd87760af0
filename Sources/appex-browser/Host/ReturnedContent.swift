import AppexModel
import AppexPages
import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// What an extension has returned, as the panel reads it.
struct ReturnedContent: Encodable, Sendable {
    /// A picture to download.
    struct Picture: Encodable, Sendable {
        let name: String
        /// The media type.
        let type: String
        let data: Data
    }

    /// A text to copy.
    struct Text: Encodable, Sendable {
        let text: String
        /// The text as HTML; nil if the extension has returned only plain text.
        var html: String?
    }

    /// The texts of attachments, and of items without such an attachment.
    private(set) var texts: [Text] = []
    private(set) var pictures: [Picture] = []
    /// The argument for the script's function `finalize`; nil if the extension has returned none.
    private(set) var finalize: String?

    /// Creates an empty content.
    init() {}

    /// Loads returned items.
    ///
    /// - Throws: ``PageFailure`` if the argument for `finalize` cannot be passed to a script; the error of an attachment that
    ///   cannot be loaded.
    nonisolated(nonsending) init(loading items: [NSExtensionItem]) async throws {
        if let argument = try await WebPage.finalizeArgument(in: items) {
            guard let value = ItemValue(argument), let text = PageValue(value).text,
                text.utf8.count <= PageValue.maximumBytes
            else {
                throw PageFailure("What the extension has returned for the page cannot be passed to its script.")
            }
            finalize = text
        }
        let providers = items.flatMap { $0.attachments ?? [] }
        guard providers.count <= BrowserLimits.returnedItems else {
            throw PageFailure(
                "The extension has returned \(providers.count) attachments; \(BrowserLimits.returnedItems) are allowed."
            )
        }
        for item in items {
            let before = texts.count
            for provider in item.attachments ?? [] { try await take(provider) }
            guard texts.count == before, let text = item.attributedContentText?.string, !text.isEmpty else { continue }
            texts.append(Text(text: try Self.bounded(text)))
        }
    }

    nonisolated(nonsending) private mutating func take(_ provider: NSItemProvider) async throws {
        func has(_ type: UTType) -> Bool { provider.hasItemConformingToTypeIdentifier(type.identifier) }
        if has(.image) {
            let bytes = try await Self.load(provider, .image, upTo: BrowserLimits.pictureBytes + 1)
            let total = pictures.reduce(bytes.count) { $0 + $1.data.count }
            guard bytes.count <= BrowserLimits.pictureBytes, total <= BrowserLimits.returnedPictureBytes,
                let kind = PictureKind(bytes)
            else {
                throw PageFailure("A returned picture is larger than 16 MB, or of a kind that browsers do not show.")
            }
            let stem = (provider.suggestedName ?? "Picture").parts(at: "/").last.map(String.init) ?? "Picture"
            let name = stem.lowercased().ends(with: ".\(kind.rawValue)") ? stem : "\(stem).\(kind.rawValue)"
            pictures.append(Picture(name: name, type: kind.mediaType, data: bytes))
        } else if has(.plainText) || has(.html) {
            let html = has(.html) ? try await Self.text(provider, .html) : nil
            let text = has(.plainText) ? try await Self.text(provider, .plainText) : nil
            texts.append(Text(text: text ?? html ?? "", html: html))
        }
    }

    nonisolated(nonsending) private static func text(_ provider: NSItemProvider, _ type: UTType) async throws -> String
    {
        let data = try await load(provider, type, upTo: BrowserLimits.textBytes + 1)
        return try bounded(String(decoding: data, as: UTF8.self))
    }

    private static func bounded(_ text: String) throws(PageFailure) -> String {
        guard text.utf8.count <= BrowserLimits.textBytes else {
            throw PageFailure("A returned text is larger than 1 MB.")
        }
        return text
    }

    nonisolated(nonsending) private static func load(
        _ provider: NSItemProvider, _ type: UTType, upTo limit: Int
    ) async throws -> Data {
        try await provider.withFileRepresentation(forTypeIdentifier: type.identifier) {
            try FileHandle(forReadingFrom: $0).read(upToCount: limit) ?? Data()
        }
    }
}
